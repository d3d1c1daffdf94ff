"""The service of Gate: receives deliveries, keeps the record, speaks to GitHub, shows pages, answers commands."""
