"""What ``build_scripts/build_wheel.py`` uses to compile wheels for Pyodide and to pack the npm package."""
