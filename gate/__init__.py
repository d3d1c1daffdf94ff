"""The service of Gate: receives deliveries, keeps the record, speaks to GitHub, shows pages, answers commands."""

__version__ = "0.1.0"
