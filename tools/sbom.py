"""The software bill of materials, its licences and known vulnerabilities.

    tools/sbom.py            writes the bill (CycloneDX 1.6) from the lock files
    tools/sbom.py --check    fails if it is not current, or a licence is not on the list
    tools/sbom.py --audit    queries the configured package indexes for known vulnerabilities

The bill contains what a shop runs: `server/requirements.txt`, and the libraries in the client's bundle. It
has no time and no serial number, so that the same locks give the same bytes.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from pip._internal.models.index import PyPI

ROOT = Path(__file__).resolve().parents[1]
BILL = ROOT / "server/stallage/sbom.cdx.json"
PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(?P<version>[^\s\\;]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")

ALLOWED = frozenset(
    {
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0"),
        *("MIT-CMU", "MPL-2.0", "OFL-1.1", "PSF-2.0", "Unlicense"),
    }
)
"""Licences (SPDX) of dependencies that may be used and redistributed."""

SPDX = {
    "Apache License 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "ISC License": "ISC",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
}
"""SPDX identifiers for other names of licences."""

Component = dict[str, Any]


class AuditFailed(Exception):
    """The check failed; the text has one problem per line."""


def _licence_of(name: str) -> str:
    """Return the licence of an installed package as SPDX if it declares one."""
    try:
        metadata = distribution(name).metadata
    except PackageNotFoundError:
        return "NOASSERTION"
    expressions = metadata.get_all("License-Expression") or metadata.get_all("License")
    declared: str | None = expressions[0] if expressions else None
    if declared and all(one in ALLOWED for one in _parts(SPDX.get(declared, declared))):
        return SPDX.get(declared, declared)
    classifiers = [one.rpartition(" :: ")[2] for one in metadata.get_all("Classifier") or []]
    found = [SPDX[one] for one in classifiers if one in SPDX]
    return " OR ".join(found) or declared or "NOASSERTION"


def _parts(expression: str) -> list[str]:
    return re.findall(r"[A-Za-z0-9.+-]+", re.sub(r"\b(AND|OR|WITH)\b", " ", expression))


def _component(kind: str, name: str, version: str, licence: str, hashes: list[str]) -> Component:
    path = name.replace("@", "%40") if kind == "npm" else name.lower().replace("_", "-")
    purl = f"pkg:{kind}/{path}@{version}"
    component: Component = {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
        "licenses": [{"expression": licence}],
    }
    if hashes:
        # One hash per file of the release, such as wheels for different systems.
        component["properties"] = [{"name": "stallage:sha256", "value": one} for one in hashes]
    return component


def python_components(lock: str) -> Iterator[Component]:
    """Yield the packages that `requirements.txt` pins."""
    for block in re.split(r"\n(?=[A-Za-z0-9])", lock):
        if match := PINNED.match(block):
            name = match["name"]
            yield _component("pypi", name, match["version"], _licence_of(name), HASH.findall(block))


def npm_components(lock: dict[str, Any]) -> Iterator[Component]:
    """Yield the packages that `package-lock.json` pins, without development packages."""
    for path, one in lock["packages"].items():
        if path and not one.get("dev"):
            name = path.rpartition("node_modules/")[2]
            licence = one.get("license", "NOASSERTION").strip("()")
            component = _component("npm", name, one["version"], licence, [])
            if integrity := one.get("integrity"):
                component["properties"] = [{"name": "stallage:integrity", "value": integrity}]
            yield component


def components() -> list[Component]:
    """Return all libraries of a shop in a stable order."""
    found = [
        *python_components((ROOT / "server/requirements.txt").read_text()),
        *npm_components(json.loads((ROOT / "web/package-lock.json").read_text())),
    ]
    by_ref = {one["bom-ref"]: one for one in found}
    return [by_ref[ref] for ref in sorted(by_ref)]


def bill() -> str:
    """Return the bill of materials as JSON."""
    version = re.search(r'__version__ = "(.+)"', (ROOT / "server/stallage/__init__.py").read_text())
    shop = {"type": "application", "name": "stallage", "version": version[1] if version else ""}
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": shop},
        "components": components(),
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def check() -> str:
    """Raise AuditFailed if the bill is not current or a licence is not on the list."""
    if not BILL.exists() or BILL.read_text() != bill():
        raise AuditFailed("The bill of materials is not current: run `make sbom`.")
    refused = [
        f"{one['name']} {one['version']}: {one['licenses'][0]['expression']}"
        for one in components()
        if not is_allowed(one["licenses"][0]["expression"])
    ]
    if refused:
        raise AuditFailed("\n".join(["These licences are not on the list:", *refused]))
    return f"{len(components())} components, every licence on the list"


def is_allowed(expression: str) -> bool:
    """Whether a licence expression is allowed: one side of OR, all parts of AND."""
    choices = re.split(r"\s+OR\s+(?![^(]*\))", expression)
    return any(
        all(
            any(part in ALLOWED for part in _parts(group))
            for group in re.split(r"\s+AND\s+", choice)
        )
        for choice in choices
    )


def _index() -> str:
    """Return the URL of pip's configured index without `/simple`."""
    command = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    configured = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    simple: str = os.environ.get("PIP_INDEX_URL") or configured or PyPI.simple_url
    return re.sub(r"/simple/?$", "", simple)


def python_advisories() -> list[str]:
    """Return known vulnerabilities of the pinned releases from pip's index. Raises OSError offline."""
    index, found = _index(), []
    for one in python_components((ROOT / "server/requirements.txt").read_text()):
        url = f"{index}/pypi/{one['name']}/{one['version']}/json"
        with urllib.request.urlopen(url, timeout=20) as answer:
            known = json.load(answer)["vulnerabilities"]
        for advisory in known:
            if not advisory.get("withdrawn"):
                ids = ", ".join([advisory["id"], *advisory.get("aliases", [])])
                found.append(f"{one['name']} {one['version']}: {ids}")
    return found


def npm_advisories() -> list[str]:
    """Return known vulnerabilities of the client's libraries from npm. Raises OSError offline."""
    command = ["npm", "audit", "--omit=dev", "--json"]
    configured = subprocess.run(
        command, cwd=ROOT / "web", capture_output=True, text=True, check=False, timeout=120
    )
    try:
        answer = json.loads(configured.stdout)
        known = answer["vulnerabilities"]
    except (ValueError, KeyError) as error:
        raise OSError("npm had no answer") from error
    return [f"{name}: {one['severity']}" for name, one in known.items()]


def audit() -> str:
    """Report known vulnerabilities, and sources that could not be checked. Raises AuditFailed."""
    lines, found = [], []
    sources: dict[str, Callable[[], list[str]]] = {
        "Python": python_advisories,
        "npm": npm_advisories,
    }
    for name, ask in sources.items():
        try:
            known = ask()
        except (OSError, KeyError, ValueError, subprocess.TimeoutExpired) as error:
            reason = type(error).__name__
            lines.append(f"{name}: NOT CHECKED: offline, or no advisories there ({reason})")
            continue
        lines.append(f"{name}: {len(known)} known vulnerabilities")
        found += known
    if found:
        raise AuditFailed("\n".join([*lines, *found]))
    return "\n".join(lines)


def main() -> int:
    """Run the command line."""
    try:
        match sys.argv[1:]:
            case ["--check"]:
                print(check())
            case ["--audit"]:
                print(audit())
            case []:
                BILL.write_text(bill())
                print(f"{BILL.relative_to(ROOT)}, {len(components())} components")
            case _:
                print(__doc__)
                return 2
    except AuditFailed as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
