"""What the metrics can refuse: a log or a configuration that cannot be read. `str()` is one line."""

from __future__ import annotations


class ReviewQualityError(Exception):
    """The input of the metrics cannot be read."""


class EventLogError(ReviewQualityError):
    """A line of the event log is not an event; the message begins with the line's number."""


class ConfigurationError(ReviewQualityError):
    """The constants cannot be read; the message names the field."""
