"""Every query, as functions that take a session, one file a noun. `find_*` may give None, `record_*` adds, `save_*` changes."""
