"""The commands of `gate`: one file each, one function `command` each, registered in `gate.__main__`."""
