"""What Gate looks for: one file per rule, and nothing else. The folder is the registry."""
