"""Examples of the rule `git-filter`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, edit, new_file

BAD: dict[str, Bad] = {
    "a filter": Bad(edit(".gitattributes", "* text=auto\n", "* text=auto\n*.js filter=tidy\n"), ".gitattributes", 2),
    "source hidden from the diff": Bad(
        edit(".gitattributes", "* text=auto\n", "* text=auto\nsrc/** linguist-generated=true\n"), ".gitattributes", 2
    ),
    "settings name a program": Bad(new_file(".gitconfig", "[core]\n\tsshCommand = sh x.sh\n"), ".gitconfig", 2),
}
GOOD: dict[str, Change] = {
    "line ends": edit(".gitattributes", "* text=auto\n", "* text=auto eol=lf\n*.bat eol=crlf\n"),
    "large files and lockfiles": edit(
        ".gitattributes",
        "",
        "*.psd filter=lfs diff=lfs merge=lfs -text\npackage-lock.json -diff\ndist/** linguist-generated\n",
    ),
}
