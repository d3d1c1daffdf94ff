"""The packages that the manifest next to a lockfile asks for itself."""

from __future__ import annotations

from rules.change import Absent
from rules.change_view import FileView
from rules.errors import FormatError
from rules.formats.dependency_files import MANIFEST_OF, reader_for


def direct_names(file: FileView) -> frozenset[str]:
    """Names of the direct dependencies of a lockfile's project after the change; none where its manifest cannot be read."""
    return file.remembered(_read)


def _read(file: FileView) -> frozenset[str]:
    folder = file.path.rpartition("/")[0]
    found: set[str] = set()
    for name in MANIFEST_OF.get(file.name.lower(), ()):
        path = f"{folder}/{name}".lstrip("/")
        text = file.view.change.head.read(path)
        reader = reader_for(path)
        if isinstance(text, Absent) or reader is None:
            continue
        try:
            found.update(one.name for one in reader(text))
        except FormatError:
            continue
    return frozenset(found)
