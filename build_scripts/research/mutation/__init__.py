"""Mutation testing of `py_url.standard` and `py_url.fast`.

`making` makes the mutants with Cosmic Ray's operators, in an environment of its own. `running` forks for each mutant,
and runs the tests of its module. `results` keeps the outcomes, and `command` is the command line.
"""
