"""How Sphinx builds the documents; `building.documents` copies this file next to the sources."""

import builtins
import json
from pathlib import Path
from typing import Any

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


def setup(app: Any) -> None:  # noqa: ANN401 - Sphinx is in an environment of its own
    """Register what Sphinx does besides. It calls this function."""
    app.connect("doctree-read", _keep_built_in_types)


def _keep_built_in_types(_: object, document: Any) -> None:  # noqa: ANN401 - as above
    """Make a built-in type in a signature plain text.

    Sphinx would link ``object`` to an attribute of that name, wherever it is.
    """
    for node in [*document.findall(lambda node: node.tagname == "pending_xref")]:
        if node.get("refdomain") == "py" and isinstance(getattr(builtins, node.get("reftarget"), None), type):
            last = node.children[-1]
            node.replace_self(last.children if last.tagname == "pending_xref_condition" else node.children)
