"""Writes the OpenAPI document that the client's types are generated from.

`python -m stallage.contract` writes `contract/openapi.json`; with `--check` it fails on a difference.
"""

from __future__ import annotations

import difflib
import json
import sys
from pathlib import Path

from stallage.app import create
from stallage.settings import Settings

DOCUMENT = Path(__file__).resolve().parents[2] / "contract" / "openapi.json"


def document() -> str:
    """The document as it is committed: sorted and indented, so that a change reads well."""
    return json.dumps(create(Settings()).openapi(), indent=1, sort_keys=True) + "\n"


def main() -> None:
    """Writes or checks the document."""
    made = document()
    if "--check" not in sys.argv[1:]:
        DOCUMENT.parent.mkdir(exist_ok=True)
        DOCUMENT.write_text(made)
        return
    kept = DOCUMENT.read_text() if DOCUMENT.exists() else ""
    if kept != made:
        lines = difflib.unified_diff(kept.splitlines(), made.splitlines(), lineterm="", n=1)
        sys.stderr.write("\n".join(list(lines)[:60]) + "\nThe contract drifted. Run: make api\n")
        raise SystemExit(1)


if __name__ == "__main__":
    main()
