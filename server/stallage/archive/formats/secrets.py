"""The shop's key and its secret settings, encrypted with a passphrase.

The key for AES-256-GCM comes from the passphrase by scrypt, so that guessing is slow.
"""

from __future__ import annotations

import base64
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from pydantic import BaseModel, ConfigDict

SALT_BYTES = 16
NONCE_BYTES = 12
MIN_PASSPHRASE = 12
"""Characters. Whoever has the archive can try passphrases as long as they like."""

# Takes about 0.3 seconds and 128 MB.
_COST = 2**17


class WrongPassphrase(Exception):
    """The passphrase did not encrypt these secrets, or they were changed."""


class Secrets(BaseModel):
    """What is encrypted."""

    model_config = ConfigDict(frozen=True)

    secret_key: str
    settings: dict[str, str]
    """Secret settings of the environment and of `settings.env`."""


class SealedSecrets(BaseModel):
    """The content of `secrets.json`. Values are in base64."""

    model_config = ConfigDict(frozen=True)

    method: str
    salt: str
    nonce: str
    data: str


METHOD = "scrypt n=131072 r=8 p=1, AES-256-GCM"


def _cipher(passphrase: str, salt: bytes) -> AESGCM:
    return AESGCM(Scrypt(salt=salt, length=32, n=_COST, r=8, p=1).derive(passphrase.encode()))


def seal(passphrase: str, value: Secrets) -> SealedSecrets:
    """Encrypt secrets."""
    salt, nonce = secrets.token_bytes(SALT_BYTES), secrets.token_bytes(NONCE_BYTES)
    data = _cipher(passphrase, salt).encrypt(nonce, value.model_dump_json().encode(), None)
    return SealedSecrets(
        method=METHOD,
        salt=base64.b64encode(salt).decode(),
        nonce=base64.b64encode(nonce).decode(),
        data=base64.b64encode(data).decode(),
    )


def unseal(passphrase: str, sealed: SealedSecrets) -> Secrets:
    """Decrypt secrets. Raises WrongPassphrase."""
    try:
        if sealed.method != METHOD:
            raise ValueError(sealed.method)
        salt, nonce, data = (
            base64.b64decode(text, validate=True)
            for text in (sealed.salt, sealed.nonce, sealed.data)
        )
        return Secrets.model_validate_json(_cipher(passphrase, salt).decrypt(nonce, data, None))
    except (InvalidTag, ValueError) as error:
        raise WrongPassphrase from error
