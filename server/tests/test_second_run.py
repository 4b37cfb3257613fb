"""Failed tests run a second time, whichever part of the slow tests a run has."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

SLOW = "tests/test_edge.py::test_haproxy_ends_tls_and_limits_an_address"


def test_a_slow_test_that_failed_is_in_the_second_run_of_each_part(tmp_path: Path) -> None:
    failed = tmp_path / "v" / "cache" / "lastfailed"
    failed.parent.mkdir(parents=True)
    failed.write_text(json.dumps({SLOW: True}))
    words = ("-q", "--collect-only", "--last-failed", "-o", f"cache_dir={tmp_path}")
    for part in ("1/8", "8/8"):
        listed = subprocess.run(
            [sys.executable, "-m", "pytest", *words, SLOW.partition("::")[0]],
            cwd=Path(__file__).parents[1],
            env=os.environ | {"STALLAGE_TEST_SHARE": part},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        assert SLOW in listed.stdout
