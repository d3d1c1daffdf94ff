"""A stage for each story."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stories.stage import Stage


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    """GitHub and Gate, running."""
    with Stage(tmp_path) as stage:
        yield stage
