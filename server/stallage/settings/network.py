"""Connections of clients, and the proxies in front of the shop."""

from __future__ import annotations

import ipaddress
import re
from typing import Annotated

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import NoDecode

from stallage.settings.sources import Section, setting, split


class NetworkSettings(Section):
    """Connections of clients, and the proxies in front of the shop."""

    trusted_proxies: Annotated[
        tuple[str, ...],
        NoDecode,
        setting(
            (), "Comma-separated proxies whose X-Forwarded-For is trusted: addresses or networks."
        ),
    ]
    max_connections: Annotated[
        int,
        Field(default=4000, ge=10, description="Maximum connections of clients to one process."),
    ]
    max_connections_per_network: Annotated[
        int,
        Field(
            default=200,
            ge=1,
            description="The same for one address, or one IPv6 /64; trusted proxies have no limit.",
        ),
    ]
    header_seconds: Annotated[
        int,
        Field(
            default=10, ge=1, le=600, description="How long a request's headers may take to arrive."
        ),
    ]
    body_bytes_per_second: Annotated[
        int,
        Field(
            default=1000, ge=1, description="Minimum speed of a request's body, after 10 seconds."
        ),
    ]
    answer_seconds: Annotated[
        int,
        Field(
            default=20, ge=1, le=600, description="How long a client may stop reading a response."
        ),
    ]
    keep_alive_seconds: Annotated[
        int,
        Field(
            default=5, ge=1, le=600, description="How long a connection waits for another request."
        ),
    ]

    cdn_purge_url: Annotated[
        str,
        setting(
            "",
            "A CDN's address for purging by surrogate keys. Public responses then have the header"
            " Surrogate-Key; empty: no purging.",
        ),
    ]
    cdn_purge_header: Annotated[
        SecretStr,
        setting(SecretStr(""), "A header that authorises purging, such as Fastly-Key: the token."),
    ]

    @field_validator("cdn_purge_url")
    @classmethod
    def http_address(cls, value: str) -> str:
        """Check that it is an address that can be requested."""
        if value and not value.startswith(("https://", "http://")):
            raise ValueError("not an address that begins with https:// or http://")
        return value

    @field_validator("cdn_purge_header")
    @classmethod
    def name_and_value(cls, value: SecretStr) -> SecretStr:
        """Check the form `Name: value`."""
        text = value.get_secret_value()
        if text and not re.fullmatch(r"[A-Za-z0-9-]+: ?[\x21-\x7e][\x20-\x7e]*", text):
            raise ValueError("not of the form Name: value")
        return value

    @field_validator("trusted_proxies", mode="before")
    @classmethod
    def split_list(cls, value: object) -> object:
        """Parse a comma-separated list."""
        return split(value)

    @field_validator("trusted_proxies")
    @classmethod
    def addresses_or_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        """Check the proxies: with a wrong one, all shoppers would count as one client."""
        for one in value:
            try:
                ipaddress.ip_network(one, strict=False)
            except ValueError:
                raise ValueError(f"{one} is neither an address nor a network") from None
        return value

    webhook_private_addresses: Annotated[
        bool, setting(False, "Allow webhooks to loopback and private networks.")
    ]
