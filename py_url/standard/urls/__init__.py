"""§4 URLs. Imports `py_url.standard.hosts` and `py_url.standard.infra`."""
