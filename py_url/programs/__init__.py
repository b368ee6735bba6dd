"""The command line, and the bridge that the JavaScript classes call."""
