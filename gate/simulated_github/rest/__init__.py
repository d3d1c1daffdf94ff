"""The REST calls, one file per family. Importing a family registers its calls."""
