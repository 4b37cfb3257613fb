"""The bill of materials is current, licences are allowed, and an audit reports what it cannot check."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools/sbom.py"
SPEC = importlib.util.spec_from_file_location("sbom", TOOL)
assert SPEC is not None
assert SPEC.loader is not None
sbom = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(sbom)


def test_the_bill_is_current_and_holds_both_halves() -> None:
    sbom.check()
    names = {one["name"] for one in json.loads(sbom.BILL.read_text())["components"]}
    assert {"fastapi", "asyncpg", "react", "react-dom"} <= names
    assert "vite" not in names


def test_a_bill_of_other_locks_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stale = tmp_path / "sbom.json"
    stale.write_text(sbom.bill().replace("asyncpg", "asyncpq"))
    monkeypatch.setattr(sbom, "BILL", stale)
    with pytest.raises(sbom.AuditFailed, match="make sbom"):
        sbom.check()


@pytest.mark.parametrize(
    ("expression", "is_allowed"),
    [
        ("MIT", True),
        ("MPL-2.0 AND (Apache-2.0 OR MIT)", True),
        ("GPL-3.0-only OR MIT", True),
        ("GPL-3.0-only", False),
        ("MIT AND GPL-3.0-only", False),
        ("NOASSERTION", False),
    ],
)
def test_allowed_licences(expression: str, is_allowed: bool) -> None:
    assert sbom.is_allowed(expression) is is_allowed


@contextmanager
def index_that_knows(vulnerable: str) -> Iterator[str]:
    """Serve a package index on loopback with one vulnerable release."""

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.split("/")[2]
            known = [{"id": "PYSEC-1", "aliases": ["CVE-1"]}] if name == vulnerable else []
            content = json.dumps({"vulnerabilities": known}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/simple"
    finally:
        server.shutdown()
        serving.join()
        server.server_close()


def run_audit(index: str) -> subprocess.CompletedProcess[str]:
    nowhere = {"npm_config_registry": "http://127.0.0.1:1", "npm_config_fetch_retries": "0"}
    environment = {**os.environ, "PIP_INDEX_URL": index, **nowhere}
    command = [sys.executable, str(TOOL), "--audit"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_an_audit_lists_vulnerable_packages() -> None:
    with index_that_knows("requests") as index:
        done = run_audit(index)
    assert done.returncode == 1
    assert "PYSEC-1, CVE-1" in done.stderr
    assert "Python: 1 known vulnerabilities" in done.stderr
    assert "npm: NOT CHECKED" in done.stderr


def test_an_audit_without_an_index_reports_that_nothing_was_checked() -> None:
    done = run_audit("http://127.0.0.1:1/simple")
    assert done.returncode == 0
    assert "Python: NOT CHECKED: offline" in done.stdout
    assert "0 known" not in done.stdout
