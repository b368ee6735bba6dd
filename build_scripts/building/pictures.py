"""Take the pictures of the playground that README.md shows, one in light and one in dark: ``site.py --pictures``.

They are WebP, which the browser that takes them can write, and which takes a fifth of the room of PNG.
"""

from __future__ import annotations

import base64

import serve
from setup import browsers
from setup.project import ROOT, SetUpError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

FILES = {scheme: ROOT / "web" / "docs" / f"playground-{scheme}.webp" for scheme in ("light", "dark")}
"""The pictures, by color scheme."""
LARGEST = 60_000
"""The largest size of a picture, in bytes."""

_URL = "http://0x7f.1\\@example.org/"
_SIZE = (1200, 860)
# A picture that is a little larger than shown is sharp on most screens.
_SCALE = 1.25
_QUALITIES = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4)
_SECONDS = 120
_ENCODE = """async ([png, quality]) => {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality });
  return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(""));
}"""


def take(site: Path) -> None:
    """Take the pictures in a built *site* and write them to their files. Raises SetUpError."""
    from playwright.sync_api import sync_playwright

    program = browsers.find("chromium")
    with (
        serve.Server({"/": [site]}) as server,
        browsers.home_of_its_own() as variables,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=program, args=browsers.chromium_arguments(), env={**variables}
        )
        for scheme, file in FILES.items():
            file.write_bytes(_as_webp(browser, _taken(browser, server.origin, scheme)))


def _taken(browser: Browser, origin: str, scheme: str) -> bytes:
    """A picture as PNG."""
    width, height = _SIZE
    page = browser.new_page(
        viewport={"width": width, "height": height},
        device_scale_factor=_SCALE,
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page.set_default_timeout(_SECONDS * 1000)
    url = base64.b64encode(_URL.encode()).decode()
    page.goto(f"{origin}/playground/#url={url}&base=")
    page.locator(".errors li").first.wait_for()
    picture = page.screenshot()
    page.close()
    return picture


def _as_webp(browser: Browser, png: bytes) -> bytes:
    """The best picture that is small enough. Raises SetUpError if none is."""
    page = browser.new_page()
    for quality in _QUALITIES:
        made = base64.b64decode(page.evaluate(_ENCODE, [base64.b64encode(png).decode(), quality]))
        if len(made) <= LARGEST:
            page.close()
            return made
    raise SetUpError(f"the picture is larger than {LARGEST:,} bytes in the lowest quality")
