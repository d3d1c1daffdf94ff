"""What can go wrong while judging.

RulesError
├─ PolicyError        the policy text is wrong: line, what was found, what is expected
├─ DiffError          a diff cannot be read as one
├─ FormatError        a file's text cannot be read in its own format: line, reason
└─ RuleCrashedError   a rule raised: its id and the cause
"""


class RulesError(Exception):
    """Any fault of the pure half; `str()` is one plain sentence without text from the change."""


class PolicyError(RulesError):
    """A policy that cannot be understood. Never carried on with: the gate is `unable` until it is mended."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class DiffError(RulesError):
    """Bytes that are not a git-format diff, or a section of one that cannot be trusted."""


class FormatError(RulesError):
    """A file's text that its own format's reader refuses; `line` counts from 1, 0 when unknown."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason


class RuleCrashedError(RulesError):
    """A rule raised an exception: the change counts as not inspected."""

    def __init__(self, rule: str, cause: BaseException) -> None:
        super().__init__(f"rule {rule} failed ({type(cause).__name__})")
        self.rule = rule
