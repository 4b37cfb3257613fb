"""What a process needs: its folders, address, secrets and logs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import NoDecode

from stallage.secret_key import MIN_CHARACTERS, secret_key_in
from stallage.settings.sources import DATA_DIR, Seconds, Section, setting


class ProcessSettings(Section):
    """What a process needs: its folders, address, secrets and logs."""

    data_dir: Annotated[
        Path, setting(DATA_DIR, "Embedded database, media, search index and outbox.")
    ]
    client_dir: Annotated[
        str, setting("", "Where the built client lies; empty: the one that came with the shop.")
    ]
    public_url: Annotated[
        str, setting("http://127.0.0.1:8000", "The address that shoppers see, without a slash.")
    ]
    allow_test_shop: Annotated[
        bool,
        setting(
            False,
            "A shop with a public address may run with test payments or the demo shop, where everybody"
            " can order and pay with nothing.",
        ),
    ]
    secret_key: Annotated[
        SecretStr,
        setting(
            SecretStr(""), "Signs tokens and codes; made and kept in the data folder if unset."
        ),
    ]
    former_secret_keys: Annotated[
        tuple[SecretStr, ...],
        NoDecode,
        setting(
            (), "Comma list of earlier secret keys, still believed, so that nobody is signed out."
        ),
    ]
    log_format: Annotated[
        Literal["auto", "json", "console"],
        setting("auto", "console on a terminal and json elsewhere, or one of them always."),
    ]
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], setting("info", "The least level written.")
    ]
    graceful_stop_seconds: Annotated[
        Seconds, setting(20, "How long a stop waits for running requests and jobs.")
    ]
    kept_answers_mb: Annotated[
        int,
        Field(default=32, ge=0, description="Memory for ready answers of a process; 0 keeps none."),
    ]
    idempotency_seconds: Annotated[
        Seconds, setting(86_400, "How long an Idempotency-Key gives the same answer.")
    ]
    job_log_seconds: Annotated[
        Seconds,
        setting(
            30 * 86_400, "How long the log of jobs, and jobs that failed for good, are stored."
        ),
    ]
    outbox_seconds: Annotated[
        Seconds, setting(30 * 86_400, "How long messages stay in the outbox.")
    ]

    @field_validator("former_secret_keys", mode="before")
    @classmethod
    def split_secrets(cls, value: object) -> object:
        """Reads the comma list; a key that is too short could be guessed from one token."""
        if isinstance(value, str):
            value = tuple(SecretStr(part.strip()) for part in value.split(",") if part.strip())
        return value

    @field_validator("secret_key", "former_secret_keys")
    @classmethod
    def long_enough(
        cls, value: SecretStr | tuple[SecretStr, ...]
    ) -> SecretStr | tuple[SecretStr, ...]:
        """A short secret can be guessed from one token."""
        for secret in value if isinstance(value, tuple) else (value,):
            if 0 < len(secret.get_secret_value()) < MIN_CHARACTERS:
                raise ValueError(f"must have at least {MIN_CHARACTERS} characters")
        return value

    def former_secrets(self) -> tuple[bytes, ...]:
        """Secrets that signed before, newest first."""
        return tuple(secret.get_secret_value().encode() for secret in self.former_secret_keys)

    def secret(self) -> bytes:
        """The signing secret: the configured one, else the data folder's. Raises OSError."""
        configured = self.secret_key.get_secret_value()
        if configured:
            return configured.encode()
        return secret_key_in(self.data_dir)
