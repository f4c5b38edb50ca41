"""The command line: one file a command; each parses, asks the library and prints."""
