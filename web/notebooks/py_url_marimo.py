# /// script
# requires-python = ">=3.11"
# dependencies = ["marimo", "py-url-whatwg"]
# ///
"""What a URL means, as a marimo notebook. It runs in CPython and, exported to WebAssembly, in a page.

marimo edit py_url_marimo.py
"""

import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="What does this URL mean?")


@app.cell
def _():
    import marimo as mo

    from py_url import URL, InvalidURL, validate

    return InvalidURL, URL, mo, validate


@app.cell
def _(mo):
    mo.md(
        """
        # What does this URL mean?

        [py-url](https://url.spec.whatwg.org/) answers as a browser does. Change the text: the cells below follow.
        """
    )
    return


@app.cell
def _(mo):
    text = mo.ui.text("https://user@EXAMPLE.com:443/a/../ü?q=1 2#f", label="URL", full_width=True)
    base = mo.ui.text("", label="Base", placeholder="none", full_width=True)
    mo.vstack([text, base])
    return base, text


@app.cell
def _(InvalidURL, URL, base, mo, text):
    NAMES = ("href", "origin", "protocol", "username", "password", "host", "port", "pathname", "search", "hash")
    try:
        url = URL(text.value, base.value or None)
        members = [{"member": name, "value": getattr(url, name)} for name in NAMES]
        shown = mo.ui.table(members, selection=None, label="What it means")
    except InvalidURL as error:
        members = []
        shown = mo.callout(error.on_one_line(), kind="danger")
    shown
    return (members,)


@app.cell
def _(base, mo, text, validate):
    errors = [
        {"error": error.name, "from": error.start, "to": error.end, "what to do": error.message}
        for error in validate(text.value, base.value or None)
    ]
    mo.ui.table(errors, selection=None, label="Validation errors") if errors else mo.md("No validation error.")
    return (errors,)


@app.cell
def _(text):
    from py_url.explain import explain_differences

    readings = [
        {"parser": name, "host": reading.failure or reading.components["host"]}
        for name, reading in explain_differences(text.value).readings.items()
    ]
    return (readings,)


@app.cell
def _(mo, readings):
    mo.ui.table(readings, selection=None, label="The host that each parser sees")
    return


if __name__ == "__main__":
    app.run()
