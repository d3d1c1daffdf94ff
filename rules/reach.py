"""Which files the workflows of a repository run or load, and how: the way from a trigger to a file.

Followed, a bounded number of steps and reads, on the base and the head side: `run` text, local and composite actions, called
workflows, make targets, package scripts, build tools, Docker builds, sourced and named files. Program source that is merely
imported does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from posixpath import dirname, normpath
from posixpath import join as join_path

from rules.change import Absent, Change, Tree
from rules.errors import FormatError
from rules.formats.dockerfile import read_dockerfile
from rules.formats.makefile import read_makefile
from rules.formats.node import Node
from rules.formats.positioned_json import read_json
from rules.formats.shell import commands_of, path_word
from rules.formats.workflow import Job, Workflow, read_workflow
from rules.reach_tools import INSTALLED_BY_TOOL, INTERPRETERS, LIFECYCLE, LOADED_BY_TOOL, PACKAGE_MANAGERS
from rules.reached import Reached, reached_by

_WORKFLOW = re.compile(r"\.github/workflows/[^/]+\.ya?ml\Z")
_SCRIPT = re.compile(r"\.(?:sh|bash|zsh|ps1|bat|cmd)\Z|(?:^|/)[^./]+\Z")
_NODE_SCRIPT = re.compile(r"\.(?:js|mjs|cjs|ts|mts|cts)\Z")
_REQUIRE = re.compile(r"""(?:require\(|from\s|import\s|import\()\s*["'](\.{1,2}/[^"'\n]{1,200})["']""")
_CHILD = re.compile(r"""["'](\.{0,2}/?[\w.-]+(?:/[\w.-]+)+\.(?:sh|py|js|mjs|cjs|ts|rb|pl|ps1))["']""")
_PROSE = re.compile(r"\.(?:md|mdx|rst|adoc)\Z", re.IGNORECASE)
MAX_STEPS = 6
SUBMODULE = "160000"
_MAX_READS = 400
_MAX_FILES = 3_000


@dataclass(frozen=True, slots=True)
class Reach:
    """What the workflows run or load: the way to each file, and the files that a privileged job reaches on either side.

    The latter hold more than `ways`: workflows with such a job, and the manifests and lockfiles whose packages such a job installs.
    `is_whole` is False where more files had to be looked into than is done.
    """

    ways: dict[str, Reached]
    privileged: frozenset[str]
    is_whole: bool = True


def is_workflow(path: str) -> bool:
    """A file that GitHub reads as a workflow: exactly there, exactly so spelled."""
    return bool(_WORKFLOW.fullmatch(path))


def find_reach(change: Change) -> Reach:
    """The files that a workflow of the base or the head runs or loads. Head wins where both do."""
    ways: dict[str, Reached] = {}
    privileged: set[str] = set()
    is_whole = True
    for tree in (change.head, change.base):
        walk = _Walk(tree, change)
        walk.follow_workflows()
        privileged |= walk.privileged
        is_whole = is_whole and walk.is_whole
        for name, reached in walk.found.items():
            ways.setdefault(name, reached)
    return Reach(ways, frozenset(privileged), is_whole)


class _Walk:
    """One side's walk; every file is entered once per job-independent way, and reads are counted."""

    def __init__(self, tree: Tree, change: Change) -> None:
        self._tree = tree
        self._change = change
        known = tree.paths()
        self._paths = frozenset(known) if known is not None else None
        self._changed = frozenset(name for file in change.files for name in file.names)
        self._submodules = tuple(file.path for file in change.files if SUBMODULE in (file.old_mode, file.new_mode))
        self._reads = 0
        self._texts: dict[str, str | None] = {}
        self._entered: set[tuple[str, str]] = set()
        self.found: dict[str, Reached] = {}
        self.privileged: set[str] = set()
        self.is_whole = True
        self._origin = Reached("", "", (), (), (), "", False, ())

    def workflows(self) -> Iterator[str]:
        paths = self._paths if self._paths is not None else self._changed
        return (path for path in sorted(paths) if is_workflow(path))

    def _text(self, path: str) -> str | None:
        if path not in self._texts:
            if self._paths is not None and path not in self._paths:
                return None
            self._reads += 1
            self.is_whole = self._reads <= _MAX_READS
            read = self._tree.read(path) if self.is_whole else Absent.TOO_LARGE
            self._texts[path] = None if isinstance(read, Absent) else read
        return self._texts[path]

    def _exists(self, path: str) -> bool:
        """Whether the tree has a file; of one inside a changed submodule the submodule itself is marked, since nobody can look into it."""
        for submodule in self._submodules:
            if path.startswith(f"{submodule}/"):
                self._mark(submodule, ())
        if path in self._changed or (self._paths is not None and path in self._paths):
            return self._paths is None or path in self._paths or path in self._changed
        return self._paths is None and self._text(path) is not None

    def follow_workflows(self) -> None:
        """Follows every job, those that hold most first: of two ways to a file the graver one is told."""
        begun = [origin for path in self.workflows() for origin in self._origins(path)]
        for origin, job in sorted(begun, key=lambda one: not one[0].is_privileged):
            self._origin = origin
            if origin.is_privileged:
                self.privileged.add(origin.workflow)
            self._follow_job(job, "", (), 0)
            self._follow_images(job)

    def _origins(self, path: str) -> Iterator[tuple[Reached, Job]]:
        workflow = self._workflow(path)
        if workflow is not None:
            for job in workflow.jobs.values():
                yield reached_by(path, workflow, job), job

    def _workflow(self, path: str) -> Workflow | None:
        text = self._text(path)
        try:
            return read_workflow(text) if text is not None else None
        except FormatError:
            return None

    def _follow_images(self, job: Job) -> None:
        for key in ("env_file", "dockerfile", "file"):
            for _name, _line, value in job.node.pairs():
                word = path_word(value.text_at(key))
                if word and self._exists(word):
                    self._mark(word, ())

    def _follow_job(self, job: Job, folder: str, way: tuple[str, ...], depth: int) -> None:
        if job.uses is not None and job.uses.is_local:
            self._follow_called(normpath(job.uses.text), way, depth + 1)
        for key in ("main", "pre", "post", "image"):
            target = job.node.text_at(key)
            if target and not target.startswith("docker://"):
                self._follow_file(normpath(join_path(folder, target)), way, depth + 1)
        for step in job.steps:
            if step.uses is not None and step.uses.is_local:
                self._follow_action(normpath(step.uses.text), way, depth + 1)
            elif step.uses is not None:
                self._named_in_inputs(step.node.child("with"), way, depth)
            if step.run is not None:
                places = (step.folder or job.folder, "") if step.folder or job.folder else ("",)
                self._follow_commands(step.run.raw, tuple(_clean(place) for place in places), way, depth)

    def _follow_called(self, path: str, way: tuple[str, ...], depth: int) -> None:
        """A called workflow: its jobs run with what the caller hands on."""
        if not self._enter(path, self._origin.workflow, way, depth):
            return
        workflow = self._workflow(path)
        for job in workflow.jobs.values() if workflow is not None else ():
            self._follow_job(job, "", (*way, path), depth)

    def _named_in_inputs(self, inputs: Node | None, way: tuple[str, ...], depth: int) -> None:
        if inputs is None:
            return
        for scalar in inputs.scalars():
            for word in scalar.raw.split()[:50]:
                path = _clean(path_word(word))
                if path and "." in path and not _PROSE.search(path) and self._exists(path):
                    self._follow_file(path, way, depth + 1)
        context = inputs.text_at("context")
        if context and not inputs.text_at("file"):
            self._follow_file(_clean(join_path(path_word(context) or ".", "Dockerfile")), way, depth + 1)

    def _follow_action(self, folder: str, way: tuple[str, ...], depth: int) -> None:
        for name in ("action.yml", "action.yaml"):
            path = normpath(join_path(folder, name))
            if not self._enter(path, "", way, depth):
                continue
            action = self._workflow(path)
            if action is None:
                continue
            for job in action.jobs.values():
                self._follow_job(job, folder, (*way, path), depth)
                for step in job.steps:
                    if step.run is not None:
                        self._follow_commands(step.run.raw, (folder,), (*way, path), depth)

    def _mark(self, path: str, way: tuple[str, ...]) -> None:
        if self._origin.is_privileged:
            self.privileged.add(path)
        if path not in self.found and len(self.found) < _MAX_FILES:
            self.found[path] = replace(self._origin, way=way)

    def _enter(self, path: str, detail: str, way: tuple[str, ...], depth: int) -> bool:
        if not self._exists(path):
            return False
        self._mark(path, way)
        if depth > MAX_STEPS or (path, detail) in self._entered:
            return False
        self._entered.add((path, detail))
        return True

    def _follow_file(self, path: str, way: tuple[str, ...], depth: int) -> None:
        """A file that is run or loaded: mark it, and look into it where its kind is known to run others."""
        if not self._enter(path, "", way, depth):
            return
        text = self._text(path)
        if text is None:
            return
        onward = (*way, path)
        folder = dirname(path)
        name = path.rpartition("/")[2].lower()
        if "dockerfile" in name or "containerfile" in name:
            self._follow_dockerfile(text, folder, onward, depth)
        elif _SCRIPT.search(path) or text.startswith("#!") and "sh" in text[:40]:
            self._follow_commands(text, ("", folder), onward, depth)
        elif _NODE_SCRIPT.search(path) and "dist/" not in path:
            for match in _REQUIRE.finditer(text[:100_000]):
                self._follow_relative(folder, match.group(1), onward, depth)
        if name.endswith((".py", ".rb", ".js", ".mjs", ".cjs", ".ts")):
            for match in _CHILD.finditer(text[:100_000]):
                for place in ("", folder):
                    target = _clean(join_path(place, path_word(match.group(1)) or match.group(1)))
                    if self._exists(target):
                        self._follow_file(target, onward, depth + 1)

    def _follow_relative(self, folder: str, target: str, way: tuple[str, ...], depth: int) -> None:
        for ending in ("", ".js", ".mjs", ".cjs", ".ts", "/index.js", "/index.ts"):
            path = normpath(join_path(folder, target + ending))
            if self._exists(path):
                self._follow_file(path, way, depth + 1)
                return

    def _follow_dockerfile(self, text: str, folder: str, way: tuple[str, ...], depth: int) -> None:
        for instruction in read_dockerfile(text):
            if instruction.word in ("RUN", "CMD", "ENTRYPOINT"):
                plain = re.sub(r'[\[\]",]', " ", instruction.text)
                self._follow_commands(plain, ("", folder), way, depth)

    def _follow_commands(self, text: str, folders: tuple[str, ...], way: tuple[str, ...], depth: int) -> None:
        if depth > MAX_STEPS:
            return
        places = folders
        for words in commands_of(text):
            if words[0] == "#":
                continue
            if words[0] in ("cd", "pushd") and len(words) > 1:
                places = (_clean(join_path(folders[0], path_word(words[1]) or ".")), *folders)
                continue
            for place in dict.fromkeys(places):
                self._follow_command(words, place, way, depth)

    def _follow_command(self, words: tuple[str, ...], folder: str, way: tuple[str, ...], depth: int) -> None:
        for index, word in enumerate(words):
            tool = word.rpartition("/")[2]
            self._follow_tool(tool, words[index + 1 :], folder, way, depth)
            relative = path_word(word)
            path = _clean(join_path(folder, relative)) if relative else ""
            if not path or _PROSE.search(path):
                continue
            if "*" in path:
                for changed in self._changed if "/" in path else ():
                    if fnmatchcase(changed, path):
                        self._follow_file(changed, way, depth + 1)
            elif ("/" in word or "." in word or index <= 1) and self._exists(path):
                self._follow_file(path, way, depth + 1)

    def _follow_tool(self, tool: str, rest: tuple[str, ...], folder: str, way: tuple[str, ...], depth: int) -> None:
        """The files that a program loads by itself, with what follows it on its line."""
        names = list(LOADED_BY_TOOL.get(tool, ()))
        if self._origin.is_privileged:
            self.privileged.update(_clean(join_path(folder, name)) for name in INSTALLED_BY_TOOL.get(tool, ()))
        if tool in ("make", "gmake"):
            self._follow_make(rest, folder, way, depth)
        elif tool in PACKAGE_MANAGERS:
            self._follow_package_script(rest, folder, way, depth)
        elif tool in ("pip", "pip3", "uv") and "install" in rest:
            if any(word.startswith(".") or word in ("-e", "--editable") for word in rest):
                names += ("setup.py", "pyproject.toml", "setup.cfg")
        elif tool in ("docker", "buildah", "podman") and "build" in rest and "-f" not in rest:
            names.append("Dockerfile")
        elif tool in INTERPRETERS and "-m" in rest[:3]:
            for module in rest[rest.index("-m") + 1 :][:1]:
                stem = module.replace(".", "/")
                names += (f"{stem}.py", f"{stem}/__main__.py")
        for name in names:
            self._follow_loaded(name, folder, way, depth)

    def _follow_loaded(self, name: str, folder: str, way: tuple[str, ...], depth: int) -> None:
        path = _clean(join_path(folder, name))
        if self._exists(path):
            self._follow_file(path, way, depth + 1)

    def _follow_make(self, words: tuple[str, ...], folder: str, way: tuple[str, ...], depth: int) -> None:
        names, file, skip = [], "", ""
        for word in words:
            if skip == "-C":
                folder = _clean(join_path(folder, path_word(word) or "."))
            elif skip == "-f":
                file = path_word(word)
            elif not word.startswith("-") and "=" not in word and word not in ("<", ">"):
                names.append(word)
            skip = word if word in ("-C", "-f") else ""
        for name in [file] if file else ["GNUmakefile", "makefile", "Makefile"]:
            self._follow_makefile(_clean(join_path(folder, name)), tuple(names), folder, way, depth)

    def _follow_makefile(
        self, path: str, names: tuple[str, ...], folder: str, way: tuple[str, ...], depth: int
    ) -> None:
        if not self._enter(path, " ".join(names), way, depth + 1):
            return
        text = self._text(path)
        if text is None:
            return
        makefile = read_makefile(text)
        for include in makefile.includes:
            self._follow_makefile(_clean(join_path(folder, include)), names, folder, (*way, path), depth + 1)
        for target in makefile.reached_from(names).values():
            recipe = "\n".join(line.lstrip("@-+") for _number, line in target.recipe)
            self._follow_commands(recipe.replace("$(MAKE)", "make"), (folder,), (*way, path), depth + 1)

    def _follow_package_script(self, words: tuple[str, ...], folder: str, way: tuple[str, ...], depth: int) -> None:
        path = _clean(join_path(folder, "package.json"))
        text = self._text(path)
        asked = [word for word in words if not word.startswith("-")]
        if text is None or not asked:
            return
        name = asked[1] if asked[0] in ("run", "run-script") and len(asked) > 1 else asked[0]
        names = LIFECYCLE if name in ("ci", "install", "i", "add") else (f"pre{name}", name, f"post{name}")
        if not self._enter(path, name, way, depth + 1):
            return
        try:
            scripts = read_json(text).child("scripts")
        except FormatError:
            return
        for script in names:
            if scripts is not None and scripts.text_at(script):
                self._follow_commands(scripts.text_at(script), (folder,), (*way, path), depth + 1)


def _clean(path: str) -> str:
    cleaned = normpath(path or ".")
    return "" if cleaned == "." or cleaned.startswith("..") else cleaned
