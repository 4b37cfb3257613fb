"""`python -m bench`: run every benchmark."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

for name in (
    "bench.reads",
    "bench.under_change",
    "bench.pages",
    "bench.buying",
    "bench.placing",
    "bench.checkouts",
    "bench.flash_sale",
    "bench.import_catalog",
    "bench.backoffice",
    "bench.editor",
):
    if find_spec(name):
        import_module(name).main()
