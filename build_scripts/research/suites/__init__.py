"""Runs other JavaScript packages' own tests with the classes."""
