"""The files of the built client, cached in memory and reloaded after a new build."""

from __future__ import annotations

import base64
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import lru_cache, partial
from html import escape
from pathlib import Path

import orjson

import stallage
from stallage.core.public import etag_of
from stallage.rendering.addresses import FOR_VISITORS
from stallage.shell.preloads import preloads
from stallage.shell.speculation import RULES, SPECULATION_RULES
from stallage.shop.rules.client_routes import match_route

PACKAGE = Path(stallage.__file__).parent
FOLDERS = (PACKAGE / "web", PACKAGE.parents[1] / "web" / "dist")
"""Within the installed package, or next to the server in a clone."""
REINSTALL = "pip install --force-reinstall --no-deps stallage"

HEAD_MARK = "<!--page-head-->"
FONT_PRELOAD = re.compile(r'\s*<link\b[^>]*\bas="font"[^>]*>')
ASSETS = ("/assets/", "/backoffice/assets/")
BACK_OFFICE = "/backoffice/backoffice.html"
"""The page of the back office. Every address below /backoffice is a screen of it."""
ROOT = '<div id="app"></div>'
"""Where the client draws the page."""
NEEDS_SCRIPT = """<noscript><main class="wrap">
<p>This page needs JavaScript. <a href="/">Products</a> and the <a href="/no-script/cart">cart</a> do not.</p>
</main></noscript>"""
"""What a visitor without a script sees of a page that only browsers render."""
RETRY_SECONDS = 5
RETRY = f'<noscript><meta http-equiv="refresh" content="{RETRY_SECONDS}"></noscript>'
"""Lets a browser without a script load a page again that was not rendered in time."""
NOT_READY = """<noscript><main class="wrap">
<p>The shop is very busy. This page loads again by itself in a few seconds.</p>
</main></noscript>"""
"""What such a visitor sees meanwhile."""
CLASS_NAME = re.compile(r"""[.\s"]([A-Za-z]+)_[a-z][\w-]*""")
"""A class name of the storefront, such as `ProductCard_title`: the name of its style sheet and its own."""
MODULE = re.compile(
    r'\s*<(?:script type="module"[^>]* src|link rel="modulepreload"[^>]* href)="([^"]*)">(?:</script>)?'
)
"""The client's entry, or a module that loads with it."""
STYLE_SHEET = re.compile(r'<link rel="stylesheet"[^>]* href="([^"]*)">')
INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
NO_SCRIPT = "/no-script"
"""Below it are pages that need no script."""
WITHOUT_SCRIPT = {"cart": f"{NO_SCRIPT}/cart", "checkout": f"{NO_SCRIPT}/checkout"}
"""Where pages that need a script lead visitors without one, by route."""
NO_SCRIPT_PART = re.compile("<noscript>(.*?)</noscript>", re.DOTALL)
SCRIPTS = re.compile(
    r'\s*(?:<script\b[^>]*>.*?</script>|<link\b[^>]*\brel="modulepreload"[^>]*>)', re.DOTALL
)
"""Scripts, data blocks and links that load scripts early."""
RENDER_SCRIPT = (".server", "render.js")
"""The client as one script that renders pages in the server's process, if it was built."""
BUILT_LANGUAGE = 'lang="en-US"'
"""The language in `index.html`."""
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATED = "public, max-age=0, must-revalidate"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True, slots=True)
class File:
    """A file of the build with all its encodings."""

    kind: str
    tag: str
    cache_control: str
    bodies: dict[str, bytes]
    """By encoding; the empty key is the uncompressed file, which always exists."""


@dataclass(frozen=True, slots=True)
class Build:
    """A build of the client."""

    stamp: tuple[int, int]
    """When the pages of the storefront and the back office were built."""
    before_head: str
    after_head: str
    """From the mark to the end of the head, followed by `body`."""
    body: str
    preloads: dict[str, str]
    """By route module."""
    files: dict[str, File]
    """By path, such as `/assets/index-x1.js`. No other files are served."""
    script: Path | None
    """The script that renders pages; None if it was not built."""
    styles: dict[str, str]
    """Built style sheets by the names that their class names begin with, such as `ProductCard`."""
    script_hashes: tuple[str, ...]
    """Sources for the content security policy that allow the inline scripts of a page."""

    def page(
        self,
        path: str,
        head: str,
        language: str,
        *,
        with_font: bool,
        markup: str = "",
        answers: bytes = b"{}",
        cart: bytes = b"[]",
        is_late: bool = False,
    ) -> bytes:
        """The HTML for a path, with its head, preload links and language.

        Without the font, its file is not preloaded: a theme may use a typeface of the device. `markup`:
        the rendered page, which the client takes over, and the `answers` of the API it shows, as JSON.
        `cart`: the SKU ids of the cart that is in the markup, for the page of the cart. `is_late`: the page
        has no markup yet, and browsers without a script load it again.
        """
        stripped = path.strip("/")
        matched = match_route(stripped.split("/") if stripped else ())
        links = self.preloads.get(matched[0].module, "") if matched else ""
        if matched is not None and matched[0].name in WITHOUT_SCRIPT:
            refresh = f"0; url={WITHOUT_SCRIPT[matched[0].name]}"
            links += f'<noscript><meta http-equiv="refresh" content="{refresh}"></noscript>'
        elif is_late:
            links += RETRY
        opening = self.before_head.replace(BUILT_LANGUAGE, f'lang="{escape(language)}"', 1)
        after = self.after_head if with_font else FONT_PRELOAD.sub("", self.after_head)
        body = self.body
        if markup:
            links += self._missing_styles(NO_SCRIPT_PART.sub("", markup), links)
            root = NO_SCRIPT_PART.sub(partial(self._no_script_part, links), markup)
            # An inline script starts the client: the entry is the first of these modules.
            modules = orjson.dumps(MODULE.findall(after + links))
            after, links = MODULE.sub("", after), MODULE.sub("", links)
            after, links = self._with_styles(after), self._with_styles(links)
            blocks = _data_block("answers", answers) + _data_block("scripts", modules)
            if matched is not None and matched[0].name in FOR_VISITORS:
                blocks += _data_block("cart", cart)
            blocks += SPECULATION_RULES
            body = body.replace(ROOT, f'<div id="app">{root}</div>{blocks}', 1)
        else:
            body = body.replace(ROOT, ROOT + (NOT_READY if is_late else NEEDS_SCRIPT), 1)
        return f"{opening}{head}{after}{links}{body}".encode()

    def _with_styles(self, head: str) -> str:
        """The rules of the style sheets in place of their links: the first view waits for no other file.

        The links are there too, disabled, so that the client does not load these style sheets again.
        """

        def inlined(link: re.Match[str]) -> str:
            file = self.files.get(link[1])
            if file is None:
                return link[0]
            rules = file.bodies[""].decode()
            return f'<style>{rules}</style><link rel="stylesheet" href="{link[1]}" disabled>'

        return STYLE_SHEET.sub(inlined, head)

    def page_without_script(
        self, head: str, language: str, markup: str, *, with_font: bool
    ) -> bytes:
        """The HTML of a page that runs no script of the client."""
        page = self.page(NO_SCRIPT, head, language, with_font=with_font, markup=markup)
        return SCRIPTS.sub("", page.decode()).encode()

    def _no_script_part(self, links: str, part: re.Match[str]) -> str:
        """A part for visitors without a script, who alone load its style sheets."""
        return f"<noscript>{self._missing_styles(part[1], links)}{part[1]}</noscript>"

    def _missing_styles(self, markup: str, links: str) -> str:
        """Links to the style sheets of parts that the client loads when it needs them."""
        needed = {self.styles.get(name, "") for name in CLASS_NAME.findall(markup)}
        return "".join(
            f'<link rel="stylesheet" crossorigin href="{style}">\n    '
            for style in sorted(needed)
            if style and style not in links and style not in self.after_head
        )


def _data_block(name: str, data: bytes) -> str:
    """JSON in a page, which browsers do not run."""
    content = data.replace(b"<", b"\\u003c").decode()
    return f'<script type="application/json" id="{name}">{content}</script>'


def _file(path: Path, address: str) -> File:
    content = path.read_bytes()
    bodies = {"": content}
    for encoding, suffix in ENCODINGS.items():
        packed = path.with_name(path.name + suffix)
        if packed.is_file():
            bodies[encoding] = packed.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    return File(
        kind or "application/octet-stream",
        etag_of(content),
        # Names there contain a hash of the content, so the content never changes.
        IMMUTABLE if address.startswith(ASSETS) else REVALIDATED,
        bodies,
    )


@lru_cache(maxsize=1)
def _read(folder: Path, stamp: tuple[int, int]) -> Build:
    """Read a build once for all clients of a process: it takes 0.1 s and has 10 MB."""
    index = (folder / "index.html").read_text(encoding="utf-8")
    mark = HEAD_MARK if HEAD_MARK in index else "</head>"
    before, _, rest = index.partition(mark)
    after, _, body = rest.rpartition("</head>") if mark == HEAD_MARK else ("", "", rest)
    files: dict[str, File] = {}
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith(".") for part in parts)
        packed = path.suffix in ENCODINGS.values() and path.with_suffix("").is_file()
        if path.is_file() and not hidden and not packed and parts != ("index.html",):
            address = "/" + "/".join(parts)
            files[address] = _file(path, address)
    script = folder.joinpath(*RENDER_SCRIPT)
    return Build(
        stamp,
        before,
        after,
        f"</head>{body}",
        _preloads(folder),
        files,
        script if script.is_file() else None,
        _styles(files),
        tuple(_source_hash(found) for found in (*INLINE_SCRIPT.findall(index), RULES)),
    )


def _styles(files: dict[str, File]) -> dict[str, str]:
    """Style sheets of the storefront by what the names of their classes begin with."""
    return {
        name: path
        for path, file in files.items()
        if path.startswith("/assets/") and path.endswith(".css")
        for name in CLASS_NAME.findall(file.bodies[""].decode())
    }


def _source_hash(script: str) -> str:
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _preloads(folder: Path) -> dict[str, str]:
    manifest = folder / ".vite" / "manifest.json"
    return preloads(orjson.loads(manifest.read_bytes())) if manifest.is_file() else {}


@lru_cache(maxsize=16)
def _places(configured: str) -> tuple[tuple[Path, Path, Path], ...]:
    """Return the folders that may have a build, with the first file of the storefront and the back office."""
    folders = (Path(configured),) if configured else FOLDERS
    return tuple(
        (folder, folder / "index.html", folder.joinpath(*BACK_OFFICE.split("/")))
        for folder in folders
    )


def _changed_at(file: Path) -> int:
    """Return when a file was changed; 0 if it is missing."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


def missing_build_advice(configured: str, package: Path = PACKAGE) -> str:
    """Explain how to add a missing build. Packages include one; clones have to build it."""
    if configured:
        return f"STALLAGE_CLIENT_DIR has no index.html: {configured}"
    if (package.parents[1] / "web" / "package.json").is_file():
        return "It has not been built. Run: make build"
    return f"The package was installed without it. Run: {REINSTALL}"


class Client:
    """Loads the latest build of the client."""

    def build(self, configured: str) -> Build | None:
        """The build in the configured folder, or in the first default folder that has one; None if missing.

        Blocks for a few milliseconds to read a new build.
        """
        for folder, index, back_office in _places(configured):
            changed = _changed_at(index)
            if changed:
                return _read(folder, (changed, _changed_at(back_office)))
        return None
