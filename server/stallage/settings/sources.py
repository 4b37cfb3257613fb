"""Where settings come from, and what every section of them builds on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Self
from urllib.parse import urlsplit

from pydantic import Field, field_validator
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from stallage.core.packages import feature_of

DATA_DIR = Path(".stallage")
SETTINGS_FILE = "settings.env"
"""In the data folder: what must not stand in a shop's own files, such as passwords."""

Seconds = Annotated[int, Field(ge=0, le=10 * 365 * 86_400)]
MinorUnits = Annotated[int, Field(ge=1, le=10**12)]
"""An amount in the smallest unit of the shop's currency, such as cents."""


def setting(default: object, meaning: str) -> object:
    """A field with the sentence that `stallage settings` prints for it."""
    return Field(default=default, description=meaning)


class Section(BaseSettings):
    """Settings of one subject; `Settings` is made of all of them."""

    model_config = SettingsConfigDict(
        env_prefix="STALLAGE_",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        # What is wrong may be a password.
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
        """Arguments, the environment, then the data folder's own file."""
        file = DotEnvSettingsSource(settings_cls, env_file=_data_dir(init_settings) / SETTINGS_FILE)
        return init_settings, env_settings, file


class PluginSettings(Section):
    """Base of a plug-in's settings: variables `STALLAGE_`, the feature's name, the field's name."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        cls.model_config["env_prefix"] = f"STALLAGE_{feature_of(cls.__module__).upper()}_"

    @classmethod
    def variable(cls, name: str) -> str:
        """The environment variable of a field."""
        return f"{cls.model_config['env_prefix']}{name.upper()}"

    @classmethod
    def in_folder(cls, data_dir: Path) -> Self:
        """The settings of a shop with this data folder. Raises ValidationError."""
        # No field: it only tells the sources where settings.env is.
        arguments: dict[str, Any] = {"data_dir": data_dir}
        return cls(**arguments)


class FeatureSelection(Section):
    """Which plug-ins run; read by itself, before any of them is loaded."""

    disabled_features: Annotated[
        tuple[str, ...],
        NoDecode,
        setting((), "Comma list of plug-ins that are installed and not used."),
    ]

    @field_validator("disabled_features", mode="before")
    @classmethod
    def split_names(cls, value: object) -> object:
        """Reads the comma list."""
        return split(value)


def split(value: object) -> object:
    """Reads the comma list that an environment variable can hold."""
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    return value


def check_address(address: str) -> None:
    """Raises ValueError: a password with a slash or colon would be read as a port, and named in an error."""
    try:
        _ = urlsplit(address).port
    except ValueError:
        raise ValueError(
            "is not an address such as scheme://user:password@host:port. Characters like"
            " / : @ # ? and % in a password are written as %2F and so on."
        ) from None


def _data_dir(arguments: PydanticBaseSettingsSource) -> Path:
    """The data folder, before the other settings are known."""
    given = (
        arguments.init_kwargs.get("data_dir") if isinstance(arguments, InitSettingsSource) else None
    )
    return Path(given or os.environ.get("STALLAGE_DATA_DIR") or DATA_DIR)
