"""Which settings of the environment and of `settings.env` an archive contains.

Those that a shop could store in its database. Settings of the machine, such as addresses and folders, and
the storage of pictures are left out. Secrets are only contained encrypted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import orjson
from pydantic import SecretStr, ValidationError

from stallage.settings import Settings
from stallage.settings.stored import MACHINE_SETTINGS, is_secret

PREFIX = "STALLAGE_"


def is_portable(name: str) -> bool:
    """Whether a setting belongs to the shop, wherever it runs."""
    return (
        name in Settings.model_fields
        and name not in MACHINE_SETTINGS
        and not name.startswith("storage_")
    )


def is_secret_setting(name: str) -> bool:
    """Whether a setting is contained only encrypted."""
    return is_secret(Settings.model_fields[name])


def own_settings(settings: Settings) -> dict[str, str]:
    """Return the portable settings that the environment and `settings.env` set, as text."""
    return {
        name: _as_text(getattr(settings, name))
        for name in sorted(settings.model_fields_set)
        if is_portable(name)
    }


def _as_text(value: object) -> str:
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return ",".join(str(one) for one in value)
    return orjson.dumps(value, default=str).decode()


def invalid_settings(values: Mapping[str, str]) -> list[str]:
    """Return the names that are unknown here or have a value that this release refuses."""
    unknown = [name for name in values if not is_portable(name)]
    known = {name: value for name, value in values.items() if is_portable(name)}
    # A reader of the file would replace `${NAME}` by a variable of the environment.
    unsafe = [name for name, value in known.items() if not value.isprintable() or "${" in value]
    try:
        Settings.model_validate(known)
    except ValidationError as error:
        return [*unknown, *unsafe, *(str(one["loc"][0]) for one in error.errors())]
    return [*unknown, *unsafe]


def settings_lines(values: Mapping[str, str]) -> Iterator[str]:
    """Yield lines of `settings.env`. Values are quoted, so that nothing in them is interpreted."""
    for name, value in sorted(values.items()):
        escaped = value.replace("\\", "\\\\").replace("'", "\\'")
        yield f"{PREFIX}{name.upper()}='{escaped}'"
