"""Encryption of stored secrets."""

from __future__ import annotations

import pytest

from stallage.core.encryption import Undecipherable, decrypt, encrypt

pytestmark = pytest.mark.fast

OLD, NEW = b"o" * 32, b"n" * 32


def test_a_value_survives_a_new_secret() -> None:
    sealed = encrypt(OLD, "totp:1", b"value")
    assert b"value" not in sealed
    assert decrypt((NEW, OLD), "totp:1", sealed) == b"value"


@pytest.mark.parametrize(("secret", "purpose"), [(NEW, "totp:1"), (OLD, "totp:2")])
def test_another_secret_or_purpose_reads_nothing(secret: bytes, purpose: str) -> None:
    with pytest.raises(Undecipherable):
        decrypt((secret,), purpose, encrypt(OLD, "totp:1", b"value"))


def test_a_changed_value_is_refused() -> None:
    sealed = bytearray(encrypt(OLD, "totp:1", b"value"))
    sealed[-1] ^= 1
    with pytest.raises(Undecipherable):
        decrypt((OLD,), "totp:1", bytes(sealed))
