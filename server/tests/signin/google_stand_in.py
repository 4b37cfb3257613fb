"""A local server that replaces Google's endpoints and signs with its own RSA keys."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm
from pydantic import SecretStr

from stallage.core import clock

CLIENT_ID = "shop.apps.googleusercontent.com"
CLIENT_SECRET = "between the shop and Google"


def new_key() -> rsa.RSAPrivateKey:
    """Return a key of the size that Google uses."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def claims(**changes: Any) -> dict[str, Any]:
    """Return the claims of a valid ID token, with changes; None removes a claim."""
    now = clock.now()
    defaults = {
        "iss": "https://accounts.google.com",
        "aud": CLIENT_ID,
        "sub": "110169484474386276334",
        "email": "ada@example.com",
        "email_verified": True,
        "hd": "example.com",
        "given_name": "Ada",
        "family_name": "Miller",
        "iat": int(now.timestamp()),
        "exp": int((now + timedelta(hours=1)).timestamp()),
    } | changes
    return {name: value for name, value in defaults.items() if value is not None}


@dataclass
class GoogleStandIn:
    """Configured responses and recorded requests."""

    url: str = ""
    keys: dict[str, rsa.RSAPrivateKey] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    """Code → ID token."""
    access_tokens: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Access token → response of the tokeninfo endpoint."""
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    failing: bool = False

    def id_token(self, key_id: str = "one", **changes: Any) -> str:
        """Return an ID token signed with one of the keys."""
        return jwt.encode(claims(**changes), self.keys[key_id], "RS256", {"kid": key_id})

    def settings(self) -> dict[str, Any]:
        """Return the settings of a shop that uses this server."""
        return {
            "google_client_id": CLIENT_ID,
            "google_client_secret": SecretStr(CLIENT_SECRET),
            "google_token_url": f"{self.url}/token",
            "google_certs_url": f"{self.url}/certs",
            "google_tokeninfo_url": f"{self.url}/tokeninfo",
        }

    def answer(self, path: str, form: dict[str, str]) -> tuple[int, dict[str, Any]]:
        """Return the status and body of a response."""
        self.requests.append((path, form))
        if self.failing:
            return 503, {}
        match path:
            case "/certs":
                return 200, {"keys": [self._public(one) for one in self.keys]}
            case "/token" if form.get("client_secret") != CLIENT_SECRET:
                return 401, {"error": "invalid_client"}
            case "/token":
                token = self.codes.pop(form.get("code", ""), None)
                return (200, {"id_token": token}) if token else (400, {"error": "invalid_grant"})
            case "/tokeninfo":
                info = self.access_tokens.get(form.get("access_token", ""))
                return (200, info) if info else (400, {"error": "invalid_token"})
        return 404, {}

    def _public(self, key_id: str) -> dict[str, Any]:
        public: dict[str, Any] = json.loads(RSAAlgorithm.to_jwk(self.keys[key_id].public_key()))
        return public | {"kid": key_id, "use": "sig", "alg": "RS256"}


@contextmanager
def running_google() -> Iterator[GoogleStandIn]:
    """Run a server with one key until the context ends."""
    google = GoogleStandIn(keys={"one": new_key()})

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._respond(*google.answer(self.path, {}))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            self._respond(*google.answer(self.path, form))

        def _respond(self, status: int, body: dict[str, Any]) -> None:
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Cache-Control", "public, max-age=3600")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
            """Disable logging."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    google.url = f"http://127.0.0.1:{server.server_address[1]}"
    serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    serving.start()
    try:
        yield google
    finally:
        server.shutdown()
        serving.join()
        server.server_close()
