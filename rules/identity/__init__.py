"""Who made a change: the traces of coding agents, dependency bots and automation, judged into one dossier."""

from rules.identity.judgement import identify, identify_commit

__all__ = ["identify", "identify_commit"]
