"""Encrypts secrets that the shop has to read again, such as keys of authenticator apps and webhooks.

AES-256-GCM with a key derived from the shop's secret, so that the database alone reveals nothing. Values
encrypted with an earlier secret can be read as long as that secret is configured.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

NONCE_BYTES = 12


class Undecipherable(Exception):
    """None of the configured secrets encrypted this value for this purpose."""


def _cipher(secret: bytes, purpose: str) -> AESGCM:
    key = HKDF(SHA256(), 32, salt=None, info=b"stallage " + purpose.encode()).derive(secret)
    return AESGCM(key)


def encrypt(secret: bytes, purpose: str, value: bytes) -> bytes:
    """Return `value` encrypted. Only the same purpose, such as `webhook:17`, decrypts it."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + _cipher(secret, purpose).encrypt(nonce, value, purpose.encode())


def decrypt(candidates: Sequence[bytes], purpose: str, encrypted: bytes) -> bytes:
    """Return the value, encrypted with any of these secrets. Raises Undecipherable."""
    nonce, sealed = encrypted[:NONCE_BYTES], encrypted[NONCE_BYTES:]
    for secret in candidates:
        try:
            return _cipher(secret, purpose).decrypt(nonce, sealed, purpose.encode())
        except InvalidTag:
            continue
    raise Undecipherable
