"""The files of the built client, held in memory and read anew when a build replaces them."""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass
from html import escape
from pathlib import Path

import orjson

import stallage
from stallage.core.public import etag_of
from stallage.shell.preloads import preloads
from stallage.shop.client_routes import match_route

PACKAGE = Path(stallage.__file__).parent
PLACES = (PACKAGE / "web", PACKAGE.parents[1] / "web" / "dist")
"""Inside the installed package, or beside the server in a clone."""
REINSTALL = "pip install --force-reinstall --no-deps stallage"

HEAD_MARK = "<!--page-head-->"
BUILT_LANGUAGE = 'lang="en-US"'
"""As `index.html` has it."""
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
    """A file of the build in all its encodings."""

    kind: str
    tag: str
    cache_control: str
    bodies: dict[str, bytes]
    """By encoding; the empty one is always there."""


@dataclass(frozen=True, slots=True)
class Build:
    """A build of the client."""

    stamp: int
    before_head: str
    after_head: str
    """From the mark to the head's end; what follows is `body`."""
    body: str
    preloads: dict[str, str]
    """By route module."""
    files: dict[str, File]
    """By path, such as `/assets/index-x1.js`. What is not here is not served, whatever its path."""

    def page(self, path: str, head: str, language: str) -> bytes:
        """The client for a path, with its head and links to what its screen needs.

        It speaks the language that its first line names.
        """
        stripped = path.strip("/")
        matched = match_route(stripped.split("/") if stripped else ())
        links = self.preloads.get(matched[0].module, "") if matched else ""
        opening = self.before_head.replace(BUILT_LANGUAGE, f'lang="{escape(language)}"', 1)
        return f"{opening}{head}{self.after_head}{links}{self.body}".encode()


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
        # A name under assets/ holds the content's hash, so what it names never changes.
        IMMUTABLE if address.startswith("/assets/") else REVALIDATED,
        bodies,
    )


def _read(folder: Path, stamp: int) -> Build:
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
    return Build(stamp, before, after, f"</head>{body}", _preloads(folder), files)


def _preloads(folder: Path) -> dict[str, str]:
    manifest = folder / ".vite" / "manifest.json"
    return preloads(orjson.loads(manifest.read_bytes())) if manifest.is_file() else {}


def advice(configured: str, package: Path = PACKAGE) -> str:
    """What an operator does where there is no build: in a clone one makes it, a package brings it."""
    if configured:
        return f"STALLAGE_CLIENT_DIR has no index.html: {configured}"
    if (package.parents[1] / "web" / "package.json").is_file():
        return "It has not been built. Run: make build"
    return f"The package was installed without it. Run: {REINSTALL}"


class Client:
    """The newest build of the client, or None while there is none."""

    def __init__(self) -> None:
        self._build: Build | None = None

    def build(self, configured: str) -> Build | None:
        """The build in the configured folder, or in the first usual place that has one.

        Blocking where the build is new, for the few milliseconds that reading it takes.
        """
        for folder in (Path(configured),) if configured else PLACES:
            try:
                stamp = (folder / "index.html").stat().st_mtime_ns
            except OSError:
                continue
            if self._build is None or self._build.stamp != stamp:
                self._build = _read(folder, stamp)
            return self._build
        return None
