"""Redacts secrets in everything that is written to logs and terminals."""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableMapping
from typing import Any

HIDDEN = "***"

_SECRET_NAME = re.compile(
    r"(?:^|_|-)(?:otp|code|password|passwd|passphrase|secret|token|jwt|authorization|cookie"
    r"|api_?key|secret_?key|access_?key|private_?key|signature)s?$",
    re.IGNORECASE,
)
# Up to the last @ of the word: a password that is not percent-encoded may contain more of them.
_USERINFO = re.compile(r"(\b[a-z][a-z0-9+.-]*://[^\s:/@?#]*:)[^\s\"'<>]*@", re.IGNORECASE)
_PARAMETER = re.compile(
    r"(\b(?:\w*password|passwd|\w*secret(?:_key)?|\w*token|api_?key|access_key|signature|otp)=)"
    r"[^\s&\"']+",
    re.IGNORECASE,
)
_AUTHORIZATION = re.compile(r"\b(Bearer|Basic) +[A-Za-z0-9._~+/=-]{8,}", re.IGNORECASE)
_KEY = re.compile(r"\b(?:sk|rk|whsec|rzp)_[A-Za-z0-9_]{8,}\b|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+")
# Tokens from `secrets.token_urlsafe`, as in links in emails.
_TOKEN_IN_PATH = re.compile(r"(?<=/)(?=[\w-]*[A-Z])(?=[\w-]*[0-9])[\w-]{20,}(?=$|[/?#\s])")


def hide_passwords(text: str) -> str:
    """Redact passwords and keys in the URLs, headers and parameters of a text.

    The rest of a URL stays readable, as in `postgresql://user:***@host/db`.
    """
    text = _USERINFO.sub(rf"\1{HIDDEN}@", text)
    text = _PARAMETER.sub(rf"\1{HIDDEN}", text)
    text = _AUTHORIZATION.sub(rf"\1 {HIDDEN}", text)
    text = _KEY.sub(HIDDEN, text)
    return _TOKEN_IN_PATH.sub(HIDDEN, text)


def hide_secrets(
    _logger: object, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Redact values that are named like a secret or look like one. A structlog processor."""
    for name, value in event.items():
        event[name] = _hidden(name, value)
    return event


def _hidden(name: str, value: object) -> object:
    if isinstance(name, str) and _SECRET_NAME.search(name) and value not in (None, "", True, False):
        return HIDDEN
    if isinstance(value, str):
        return hide_passwords(value)
    if isinstance(value, bytes):
        return hide_passwords(value.decode("utf-8", "replace"))
    if isinstance(value, Mapping):
        return {key: _hidden(key, inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_hidden("", inner) for inner in value]
    if isinstance(value, BaseException):
        return hide_passwords(repr(value))
    return value
