"""The database and its limits, and the search server."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import Annotated

from pydantic import Field, SecretStr, ValidationInfo, field_validator

from stallage.core.db_address import addresses_by_host, require_encryption, require_writable
from stallage.settings.sources import Seconds, Section, check_address, setting

SEARCH_SERVER = r"https?://([^/?#]*@)?[^/?#@,]+(,[^/?#@,]+)*(/([a-z0-9][a-z0-9_-]*)?)?"


class DatabaseSettings(Section):
    """The database and its limits."""

    database_plain_text: Annotated[
        bool,
        setting(False, "Allow a database on another host without TLS, as in a private network."),
    ]
    database_url: Annotated[
        str,
        setting(
            "",
            "PostgreSQL 15 or newer; may name several hosts of a cluster, of which one accepts "
            "writes. Empty: the embedded one in the data folder.",
        ),
    ]
    database_pooler_url: Annotated[
        str,
        setting(
            "",
            "The same database through a pooler in transaction mode such as PgBouncer, for requests "
            "and jobs. `database_url` leads past it.",
        ),
    ]
    database_replica_url: Annotated[
        str,
        setting(
            "",
            "Servers that follow the primary, each a host of this address, for reads that may be "
            "behind; without a pooler. Empty: the primary takes all reads.",
        ),
    ]
    database_pool_size: Annotated[
        int, Field(default=10, ge=2, le=200, description="Maximum connections of one process.")
    ]
    public_read_percent: Annotated[
        int,
        Field(
            default=60,
            ge=10,
            le=90,
            description="Share of those connections that lists, searches and pages may use at once.",
        ),
    ]
    statement_seconds: Annotated[
        Seconds, setting(30, "Time limit of one SQL statement, including waiting for locks.")
    ]
    public_statement_seconds: Annotated[
        Seconds, setting(5, "The same for searches by criteria, feeds and sitemaps.")
    ]
    idle_transaction_seconds: Annotated[
        Seconds,
        setting(20, "Time after which the database ends an idle transaction."),
    ]
    postgresql_programs: Annotated[
        str,
        setting(
            "",
            "Folder of pg_dump, pg_restore and psql for a newer server; empty: those that are "
            "installed with the shop.",
        ),
    ]

    opensearch_url: Annotated[
        SecretStr,
        setting(
            SecretStr(""),
            "An OpenSearch server for the search index, such as https://user:password@host:9200/shop;"
            " the path names the index. Several nodes: host:9200,other:9200. Needs the package's extra"
            " opensearch. Empty: the index is in the data folder.",
        ),
    ]

    @field_validator("opensearch_url")
    @classmethod
    def server_address(cls, value: SecretStr) -> SecretStr:
        """Check the address without showing its password, and that its client is installed."""
        address = value.get_secret_value()
        if not address:
            return value
        for node in (
            re.split(r"[/?#]", address.partition("://")[2])[0].rpartition("@")[2].split(",")
        ):
            check_address(f"https://{node}")
        if not re.fullmatch(SEARCH_SERVER, address):
            raise ValueError("is not an address such as https://user:password@host:9200/shop")
        if find_spec("opensearchpy") is None:
            raise ValueError(
                "needs the client of OpenSearch: run pip install 'stallage[opensearch]'"
            )
        return value

    @field_validator("database_url", "database_pooler_url", "database_replica_url")
    @classmethod
    def encrypt_database(cls, value: str, info: ValidationInfo) -> str:
        """Require TLS if the database is on another host."""
        allowed = bool(info.data.get("database_plain_text"))
        return require_encryption(value, allow_plain_text=allowed)

    @field_validator("database_url")
    @classmethod
    def writable_host(cls, value: str) -> str:
        """Choose the host that accepts writes, if there are several."""
        return require_writable(value)

    @field_validator("database_pooler_url", "database_replica_url")
    @classmethod
    def way_to_a_server(cls, value: str, info: ValidationInfo) -> str:
        """Raise ValueError if there is no address that leads past the pooler, to the primary."""
        if value and not info.data.get("database_url"):
            raise ValueError("needs STALLAGE_DATABASE_URL, the address of the primary")
        return value

    @field_validator("database_url", "database_pooler_url", "database_replica_url")
    @classmethod
    def database_url_with_password(cls, value: str) -> str:
        """Raise ValueError if the password would be read as a port."""
        for address in addresses_by_host(value):
            check_address(address)
        return value
