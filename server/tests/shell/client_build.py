"""A small client build in the format of Vite."""

from __future__ import annotations

import gzip
from pathlib import Path

import brotli
import orjson

MANIFEST = {
    "index.html": {"file": "assets/index-a1b2.js", "imports": ["_shared.js"]},
    "_shared.js": {"file": "assets/shared-1.js", "imports": ["index.html"]},
    "_card.js": {
        "file": "assets/card-1.js",
        "css": ["assets/card-1.css"],
        "imports": ["_shared.js", "_card.js"],
    },
    "src/routes/product.tsx": {
        "file": "assets/product-1.js",
        "imports": ["index.html", "_shared.js", "_card.js"],
    },
}
SCRIPT = b"console.log('the client');" * 100
WORKER = "addEventListener('fetch', () => undefined);"
INDEX = """<!doctype html>
<html lang="en-US">
  <head>
    <meta charset="utf-8">
    <!--page-head-->
    <script type="module" src="/assets/index-a1b2.js"></script>
  </head>
  <body><div id="app"></div></body>
</html>
"""


def write_build(folder: Path, index: str = INDEX) -> Path:
    """Write the build and return its folder."""
    (folder / "assets").mkdir(parents=True, exist_ok=True)
    (folder / ".vite").mkdir(exist_ok=True)
    (folder / ".vite" / "manifest.json").write_bytes(orjson.dumps(MANIFEST))
    (folder / "index.html").write_text(index)
    (folder / "sw.js").write_text(WORKER)
    (folder / "humans.txt").write_text("People made this.")
    script = folder / "assets" / "index-a1b2.js"
    script.write_bytes(SCRIPT)
    (folder / "assets" / "index-a1b2.js.br").write_bytes(brotli.compress(SCRIPT))
    (folder / "assets" / "index-a1b2.js.gz").write_bytes(gzip.compress(SCRIPT))
    back_office = folder / "backoffice"
    (back_office / "assets").mkdir(parents=True, exist_ok=True)
    (back_office / "backoffice.html").write_text("<!doctype html><title>Back office</title>")
    (back_office / "assets" / "main-1.js").write_bytes(SCRIPT)
    return folder
