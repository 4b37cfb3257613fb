"""Passwords of operators: how they are hashed, and which are refused."""

from __future__ import annotations

import re
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from stallage.operators.rules.common_passwords import COMMON_PARTS

MIN_LENGTH = 12
MAX_LENGTH = 200

_HASHER = PasswordHasher(time_cost=3, memory_cost=32 * 1024, parallelism=1)
"""Argon2id with 32 MiB: above the minimum that OWASP names (19 MiB, two passes), 50 ms on a slow core."""

# `1` is read as both characters that it replaces.
_LEET = (str.maketrans("013457@$!", "oleastasi"), str.maketrans("013457@$!", "oieastasi"))
_KEYBOARD = (
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "01234567890123456789",
    "98765432109876543210",
)


def hash_password(password: str) -> str:
    """Return what is stored of a password. Takes tens of milliseconds: call it in a thread."""
    return _HASHER.hash(password)


@cache
def _dummy_hash() -> str:
    return _HASHER.hash("of nobody")


def is_password(stored: str | None, password: str) -> bool:
    """Whether this is the password. Takes as long without a stored one; call it in a thread."""
    try:
        matches = _HASHER.verify(stored or _dummy_hash(), password)
    except (VerificationError, InvalidHashError):
        return False
    return matches and stored is not None


def password_problem(password: str, name: str, email: str) -> str | None:
    """Return why a password is refused, or None.

    A password is too common if little remains without the commonest passwords, keyboard rows, digits and
    repetitions.
    """
    if len(password) < MIN_LENGTH:
        return f"Please use at least {MIN_LENGTH} characters."
    if len(password) > MAX_LENGTH:
        return f"Please use at most {MAX_LENGTH} characters."
    lowered = password.lower()
    personal = [part for part in re.split(r"[^\w]+", f"{name} {email}".lower()) if len(part) > 3]
    if any(part in lowered for part in personal if part not in ("com", "mail", "info")):
        return "Please use a password without your name or email address."
    if _is_common(lowered):
        return "This password is too easy to guess. Please use several unrelated words."
    return None


def _is_common(lowered: str) -> bool:
    if len(set(lowered)) < 5:
        return True
    period = (lowered + lowered).find(lowered, 1)
    if period <= len(lowered) // 2:
        return True
    without_end = re.sub(r"[\W\d_]+$", "", lowered)
    for text in (lowered, *(without_end.translate(table) for table in _LEET)):
        rest = text
        for part in COMMON_PARTS:
            rest = rest.replace(part, "")
        for row in _KEYBOARD:
            rest = _without_runs(rest, row)
        if len(re.sub(r"[\W\d_]+", "", rest)) < 4 and not _is_random(lowered):
            return True
    return False


def _is_random(lowered: str) -> bool:
    """Whether a text has many different digits and signs in no order."""
    for row in _KEYBOARD:
        lowered = _without_runs(lowered, row)
    return len(set(re.findall(r"[\W\d_]", lowered))) >= 8


def _without_runs(text: str, row: str) -> str:
    """Remove parts of four or more characters that follow each other in a row."""
    start, remaining = 0, []
    while start < len(text):
        length = 0
        while start + length < len(text) and text[start : start + length + 1] in row:
            length += 1
        if length >= 4:
            start += length
        else:
            remaining.append(text[start])
            start += 1
    return "".join(remaining)
