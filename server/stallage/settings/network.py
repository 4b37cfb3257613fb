"""Connections of clients, and the proxies in front of the shop."""

from __future__ import annotations

import ipaddress
from typing import Annotated

from pydantic import Field, field_validator
from pydantic_settings import NoDecode

from stallage.settings.sources import Section, setting, split


class NetworkSettings(Section):
    """Connections of clients, and the proxies in front of the shop."""

    trusted_proxies: Annotated[
        tuple[str, ...],
        NoDecode,
        setting(
            (), "Comma list of proxies whose X-Forwarded-For is believed: addresses or networks."
        ),
    ]
    max_connections: Annotated[
        int, Field(default=4000, ge=10, description="Clients' connections to one process at most.")
    ]
    max_connections_per_network: Annotated[
        int,
        Field(
            default=200,
            ge=1,
            description="Those of one address, or of one IPv6 /64; trusted proxies have no bound.",
        ),
    ]
    header_seconds: Annotated[
        int, Field(default=10, ge=1, le=600, description="Until a request's headers are there.")
    ]
    body_bytes_per_second: Annotated[
        int,
        Field(
            default=1000, ge=1, description="How fast a request's body has to arrive, after 10 s."
        ),
    ]
    answer_seconds: Annotated[
        int, Field(default=20, ge=1, le=600, description="How long a client may read nothing.")
    ]
    keep_alive_seconds: Annotated[
        int,
        Field(
            default=5, ge=1, le=600, description="How long a connection waits for a request more."
        ),
    ]

    @field_validator("trusted_proxies", mode="before")
    @classmethod
    def split_list(cls, value: object) -> object:
        """Reads the comma list that an environment variable can hold."""
        return split(value)

    @field_validator("trusted_proxies")
    @classmethod
    def addresses_or_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        """A proxy that is never recognised would make all shoppers one client."""
        for one in value:
            try:
                ipaddress.ip_network(one, strict=False)
            except ValueError:
                raise ValueError(f"{one} is neither an address nor a network") from None
        return value
