"""An inspection in the four forms of `gate inspect --format`: text, json, sarif, markdown."""

from collections.abc import Callable
from enum import StrEnum

from gate.inspection_output.json_form import as_json
from gate.inspection_output.markdown_form import as_markdown
from gate.inspection_output.sarif_form import as_sarif
from gate.inspection_output.text_form import as_text
from rules.finding import Inspection

__all__ = ["InspectionFormat", "as_json", "as_markdown", "as_sarif", "as_text", "render"]


class InspectionFormat(StrEnum):
    """The forms of an inspection."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    MARKDOWN = "markdown"


_FORMS: dict[InspectionFormat, Callable[[Inspection], str]] = {
    InspectionFormat.TEXT: as_text,
    InspectionFormat.JSON: as_json,
    InspectionFormat.SARIF: as_sarif,
    InspectionFormat.MARKDOWN: as_markdown,
}


def render(inspection: Inspection, form: InspectionFormat) -> str:
    """The inspection in one of its forms; ends with a line feed."""
    return _FORMS[form](inspection)
