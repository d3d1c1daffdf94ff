"""Container image changes.

What: a base or job image changes its name, or loses its digest.
Why: everything in the container then comes from elsewhere, or may change from one build to the next.
Instead: keep the image and pin its digest.
"""

import re
from collections.abc import Callable, Iterator

from rules.change_view import ChangeView, FileView
from rules.finding import Finding, Severity
from rules.formats.dockerfile import images_of, read_dockerfile
from rules.known_names import KNOWN_IMAGES
from rules.lookalike import imitated
from rules.reach import is_workflow
from rules.rule import Rule
from rules.versions import is_older

rule = Rule(
    __name__,
    title="container image changes",
    severity=Severity.HIGH,
    instead="Keep the image and pin its digest.",
)

_IMAGE = re.compile(
    r"""(?:[^#\n]{0,200}[{,])?[ \t]*(?:-[ \t]+)?["']?(?:(?:image|container)["']?\s*:\s*["']?|uses:\s*["']?(?=docker://))((?:docker://)?[a-z0-9][\w./-]{0,200}(?::[\w.-]{1,128})?(?:@sha256:[0-9a-f]{64})?)["']?[ \t]*(?:[,}].{0,200})?(?:#.*)?$"""
)

_USUAL_HOSTS = (
    "ghcr.io/",
    "docker.io/",
    "mcr.microsoft.com/",
    "quay.io/",
    "gcr.io/",
    "public.ecr.aws/",
    "registry.k8s.io/",
)


@rule.check
def check(view: ChangeView) -> Iterator[Finding]:
    for file in view.files:
        if file.is_removed or file.is_quiet or not (file.is_live or file.reached):
            continue
        reader = _reader(file)
        if reader is None:
            continue
        before = [image for _line, image in reader(file.before_text)]
        after = list(reader(file.after_text))
        left = [image for image in before if image not in [other for _line, other in after]]
        for line, image in after:
            if image in before or "${" in image and "${{" not in image and image.startswith("$"):
                continue
            old = next((one for one in left if _name(one) == _name(image)), left[0] if left else "")
            if old in left:
                left.remove(old)
            yield _judge(file, line, old, image)


def _judge(file: FileView, line: int, old: str, image: str) -> Finding:
    same, digest, had = _name(old) == _name(image), "@sha256:" in image, "@sha256:" in old
    if not old:
        fresh = file.is_new_here and (
            image.startswith(_USUAL_HOSTS)
            or "." not in image.partition("/")[0]
            and not imitated(_name(image), KNOWN_IMAGES)
        )
        severity = Severity.REVIEW if digest or fresh or _is_plain(image) else Severity.HIGH
        return rule.finding(file, f"The image {image[:120]} is new here.", line=line, severity=severity)
    if not same:
        return rule.finding(file, f"The image is now {image[:120]} in place of {old[:120]}.", line=line)
    if had and not digest:
        return rule.finding(file, f"The image {_name(image)} loses its digest.", line=line)
    if is_older(_tag(image), _tag(old)):
        return rule.finding(file, f"The image {_name(image)} goes back to an older tag.", line=line)
    if _tag(image) == _tag(old) and had and digest:
        return rule.finding(
            file, f"The digest of {_name(image)} changes under the same tag.", line=line, severity=Severity.REVIEW
        )
    return rule.finding(
        file, f"The image {_name(image)} moves to another version.", line=line, severity=Severity.REVIEW
    )


def _name(image: str) -> str:
    bare = image.partition("@")[0]
    head, colon, tail = bare.rpartition(":")
    return head if colon and "/" not in tail else bare


def _tag(image: str) -> str:
    return image.partition("@")[0].removeprefix(_name(image)).lstrip(":")


def _is_plain(image: str) -> bool:
    """An official image: one word, of the default registry."""
    return "/" not in _name(image) and imitated(_name(image), KNOWN_IMAGES) == ""


def _reader(file: FileView) -> Callable[[str], Iterator[tuple[int, str]]] | None:
    name = file.name.lower()
    if "dockerfile" in name or "containerfile" in name or name.endswith(".dockerfile"):
        return lambda text: images_of(read_dockerfile(text))
    if is_workflow(file.path) or name.endswith((".yml", ".yaml")) or name == "devcontainer.json":
        return _images_in_settings
    return None


def _images_in_settings(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        match = _IMAGE.match(line[:2000])
        if match and "{{" not in match.group(1):
            yield number, match.group(1).removeprefix("docker://")
