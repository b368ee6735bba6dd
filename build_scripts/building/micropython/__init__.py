"""py_url for MicroPython, the small Python of PyScript: its modules are transformed, and shims are added."""
