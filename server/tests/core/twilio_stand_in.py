"""A local stand-in for Twilio's Messages resource, with responses recorded from the real one."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

from pydantic import SecretStr

ACCOUNT = "AC" + "0" * 30 + "42"
TOKEN = "t" * 32
SENDER = "+15005550006"

ACCEPTED: dict[str, Any] = {
    "account_sid": ACCOUNT,
    "api_version": "2010-04-01",
    "direction": "outbound-api",
    "error_code": None,
    "error_message": None,
    "num_media": "0",
    "num_segments": "1",
    "sid": "SM" + "0" * 32,
    "status": "queued",
}
ERRORS: dict[str, tuple[int, int, str]] = {
    "+15005550001": (400, 21211, "Invalid 'To' Phone Number: +15005550001"),
    "+15005550004": (400, 21610, "Attempt to send to unsubscribed recipient"),
    "+15005550009": (429, 20429, "Too Many Requests"),
    "+15005550008": (503, 20503, "Service unavailable"),
}
"""Status, code and message for a number; the first two are Twilio's own test numbers."""


@dataclass
class TwilioStandIn:
    """The received texts, and the responses."""

    url: str = ""
    texts: list[dict[str, str]] = field(default_factory=list)

    def settings(self) -> dict[str, Any]:
        """Return the settings of a shop that uses this stand-in."""
        return {
            "sms_provider": "twilio",
            "twilio_account": ACCOUNT,
            "twilio_token": SecretStr(TOKEN),
            "twilio_sender": SENDER,
            "twilio_url": self.url,
        }

    def respond(self, path: str, login: str, form: dict[str, str]) -> tuple[int, dict[str, Any]]:
        """Return the status and body of a response."""
        expected = base64.b64encode(f"{ACCOUNT}:{TOKEN}".encode()).decode()
        if login != f"Basic {expected}":
            return self._error(401, 20003, "Authenticate")
        if path == f"/2010-04-01/Accounts/{ACCOUNT}.json":
            return 200, {"sid": ACCOUNT, "status": "active", "type": "Full"}
        if path != f"/2010-04-01/Accounts/{ACCOUNT}/Messages.json":
            return self._error(404, 20404, "The requested resource was not found")
        if form["To"] in ERRORS:
            return self._error(*ERRORS[form["To"]])
        self.texts.append(form)
        return 201, ACCEPTED | {"to": form["To"], "from": form.get("From"), "body": form["Body"]}

    def _error(self, status: int, code: int, message: str) -> tuple[int, dict[str, Any]]:
        return status, {
            "code": code,
            "message": message,
            "more_info": f"https://www.twilio.com/docs/errors/{code}",
            "status": status,
        }


@contextmanager
def running_twilio() -> Iterator[TwilioStandIn]:
    """Run a stand-in while the context lasts."""
    twilio = TwilioStandIn()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._respond({name: values[0] for name, values in parse_qs(body).items()})

        def do_GET(self) -> None:
            self._respond({})

        def _respond(self, form: dict[str, str]) -> None:
            login = self.headers.get("Authorization", "")
            status, body = twilio.respond(self.path, login, form)
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json;charset=utf-8")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
            """Keep the tests' output quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    twilio.url = f"http://127.0.0.1:{server.server_address[1]}"
    serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    serving.start()
    try:
        yield twilio
    finally:
        server.shutdown()
        serving.join()
        server.server_close()
