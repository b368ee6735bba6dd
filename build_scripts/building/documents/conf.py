"""How Sphinx builds the documents; `building.documents` copies this file next to the sources."""

import json
from pathlib import Path

_settings = json.loads((Path(__file__).parent / "settings.json").read_text("utf-8"))

project = "py-url"
author = "The py-url developers"
version = release = _settings["version"]
language = "en"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
default_role = "py:obj"
add_module_names = False
python_use_unqualified_type_names = True
python_display_short_literal_types = True
toc_object_entries_show_parents = "hide"
myst_heading_anchors = 4
myst_links_external_new_tab = False
highlight_language = "none"
smartquotes = False
html_theme = "site"
html_theme_path = ["."]
html_static_path = ["static"]
html_show_sphinx = False
html_copy_source = True
html_sourcelink_suffix = ".txt"
html_title = "py-url"
html_permalinks_icon = "#"
html_search_language = "en"
html_use_index = False
html_domain_indices = False
html_baseurl = _settings["address"]
html_context = {"site_folder": _settings["site"], "version": version}
# A code block of a document may have placeholders that are not of its language.
suppress_warnings = ["misc.highlighting_failure"]
