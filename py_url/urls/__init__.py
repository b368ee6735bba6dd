"""§4 URLs. Imports `py_url.hosts` and `py_url.infra`."""
