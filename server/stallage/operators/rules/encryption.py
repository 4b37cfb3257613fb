"""Encrypts what must be read again, such as the secrets of authenticator apps (AES-256-GCM)."""

from __future__ import annotations

import hashlib
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE_BYTES = 12


def _key(shop_secret: bytes) -> bytes:
    return hashlib.blake2b(shop_secret, digest_size=32, person=b"operator totp").digest()


def encrypt(shop_secret: bytes, text: str) -> bytes:
    """Encrypt a text with the shop's secret."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + AESGCM(_key(shop_secret)).encrypt(nonce, text.encode(), b"totp")


def decrypt(shop_secrets: tuple[bytes, ...], stored: bytes) -> str | None:
    """Return a text encrypted with any of these secrets, or None if it was encrypted with another."""
    nonce, encrypted = stored[:NONCE_BYTES], stored[NONCE_BYTES:]
    for secret in shop_secrets:
        try:
            return AESGCM(_key(secret)).decrypt(nonce, encrypted, b"totp").decode()
        except InvalidTag:
            continue
    return None
