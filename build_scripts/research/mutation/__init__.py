"""Mutation testing of `py_url.standard` and `py_url.fast`.

`making` makes the mutants with Cosmic Ray's operators, in an environment of its own. `inside` is a pytest plugin: it
collects the tests once, records which lines each runs, and then forks for each mutant. `fresh` is for the mutants that
change what happens when a module is imported: it forks before anything is imported. `results` keeps the outcomes, and
`command` is the command line.
"""
