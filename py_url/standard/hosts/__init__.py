"""§3 Hosts (domains and IP addresses). Imports `py_url.standard.infra` only."""
