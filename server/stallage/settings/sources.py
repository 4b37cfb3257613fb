"""Sources of settings, and the base class of all sections."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Self
from urllib.parse import urlsplit

import structlog
from pydantic import Field, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from stallage.core.packages import feature_of
from stallage.settings.stored import is_secret, unseal

log = structlog.get_logger(__name__)

DATA_DIR = Path(".stallage")
SETTINGS_FILE = "settings.env"
"""In the data folder. For values that do not belong into a shop's files, such as passwords."""

Seconds = Annotated[int, Field(ge=0, le=10 * 365 * 86_400)]
MinorUnits = Annotated[int, Field(ge=1, le=10**12)]
"""An amount in the smallest unit of the shop's currency, such as cents."""


def setting(default: object, meaning: str) -> object:
    """Declare a field; `stallage settings` prints its meaning."""
    return Field(default=default, description=meaning)


class Section(BaseSettings):
    """Base of the settings of one subject. `Settings` inherits from all sections."""

    model_config = SettingsConfigDict(
        env_prefix="STALLAGE_",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        # An invalid value may be a password.
        hide_input_in_errors=True,
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - replaced by the data folder's
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - not used
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Use arguments, the environment, then the data folder's settings.env."""
        file = DotEnvSettingsSource(settings_cls, env_file=_data_dir(init_settings) / SETTINGS_FILE)
        return init_settings, env_settings, file


class PluginSettings(Section):
    """Base of a plug-in's settings. Variables are `STALLAGE_<FEATURE>_<FIELD>`."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        cls.model_config["env_prefix"] = f"STALLAGE_{feature_of(cls.__module__).upper()}_"

    @classmethod
    def variable(cls, name: str) -> str:
        """Return the environment variable of a field."""
        return f"{cls.model_config['env_prefix']}{name.upper()}"

    @classmethod
    def stored_name(cls, name: str) -> str:
        """Return the name by which the shop stores a field, such as `stamp_card.size`."""
        return f"{feature_of(cls.__module__)}.{name}"

    def with_stored(self, secrets: Sequence[bytes], stored: Mapping[str, Any]) -> Self:
        """Return these settings with those that the shop stores. Other sources take precedence.

        Values that a newer version of the plug-in no longer accepts are ignored.
        """
        try:
            return self.check_stored(secrets, stored)
        except ValidationError as error:
            names = sorted({str(one["loc"][0]) for one in error.errors() if one["loc"]})
            log.error(
                "plugin_settings_invalid", plugin=feature_of(type(self).__module__), names=names
            )
            return self

    def check_stored(self, secrets: Sequence[bytes], stored: Mapping[str, Any]) -> Self:
        """Return the same. Raises ValidationError for invalid values."""
        values: dict[str, Any] = {}
        for name, field in type(self).model_fields.items():
            key = self.stored_name(name)
            if name in self.model_fields_set or key not in stored:
                continue
            value = unseal(secrets, key, stored[key]) if is_secret(field) else stored[key]
            if value is not None:
                values[name] = value
        own = {name: getattr(self, name) for name in self.model_fields_set}
        complete = type(self)(**own, **values)
        return self.model_copy(update={name: getattr(complete, name) for name in values})

    @classmethod
    def in_folder(cls, data_dir: Path) -> Self:
        """Read the settings of a shop with this data folder. Raises ValidationError."""
        # Not a field: the sources use it to find settings.env.
        arguments: dict[str, Any] = {"data_dir": data_dir}
        return cls(**arguments)


class FeatureSelection(Section):
    """Which plug-ins run. Read on its own before any of them is loaded."""

    disabled_features: Annotated[
        tuple[str, ...],
        NoDecode,
        setting((), "Comma-separated plug-ins that are installed but not used."),
    ]

    @field_validator("disabled_features", mode="before")
    @classmethod
    def split_names(cls, value: object) -> object:
        """Parse a comma-separated list."""
        return split(value)


def split(value: object) -> object:
    """Parse a comma-separated list; return other values unchanged."""
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    return value


def check_address(address: str) -> None:
    """Raise ValueError if part of a password would be read as a port, and then shown in an error."""
    try:
        _ = urlsplit(address).port
    except ValueError:
        raise ValueError(
            "is not an address such as scheme://user:password@host:port. Characters like"
            " / : @ # ? and % in a password are written as %2F and so on."
        ) from None


def _data_dir(arguments: PydanticBaseSettingsSource) -> Path:
    """Return the data folder, before the other settings are known."""
    argument = (
        arguments.init_kwargs.get("data_dir") if isinstance(arguments, InitSettingsSource) else None
    )
    return Path(argument or os.environ.get("STALLAGE_DATA_DIR") or DATA_DIR)
