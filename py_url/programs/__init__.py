"""The command line, and the functions that the JavaScript classes call."""
