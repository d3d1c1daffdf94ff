"""Readers of file formats: text in, positioned nodes or dependencies out; `FormatError` for what they refuse."""
