"""The kinds of modules and what each may import.

A module's kind is its name: `<kind>.py`, or `<kind>/<name>.py` if one file would be too long. The list is
closed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from stallage.architecture.source import Feature, Module, owner_of
from stallage.architecture.tables import uses_of

DATABASE = ("asyncpg", "sqlalchemy", "stallage.core.db")
HTTP = ("fastapi", "starlette", "uvicorn", "stallage.core.http")
NETWORK = ("httpx", "aiosmtplib", "socket", "requests", "boto3", "stallage.core.mail")
TERMINAL = ("typer", "rich", "stallage.operating")
PROCESS = ("stallage.core.runtime", "stallage.core.clock", "stallage.settings")

EDGES = ("routes", "admin_routes", "jobs", "cli", "startup")
CALLS_OUT = ("gateway_calls", "providers")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of module."""

    holds: str
    """Contents of such a module, for the documentation."""
    packages: tuple[str, ...] = ()
    """Packages that it must not import."""
    kinds: tuple[str, ...] = ()
    """Kinds that it must not import, from any feature."""
    writes: bool = False
    """Whether its SQL may write."""


KINDS: Mapping[str, Kind] = {
    "models": Kind(
        "tables",
        (*HTTP, *NETWORK, *TERMINAL, *PROCESS, "asyncpg", "stallage.core.db"),
        ("actions", "queries", *CALLS_OUT, *EDGES),
    ),
    "rules": Kind(
        "pure functions and constants: no database, no clock, no network",
        (*DATABASE, *HTTP, *NETWORK, *TERMINAL, "stallage.core.clock", "stallage.core.runtime"),
        ("models", "actions", "queries", "emails", *CALLS_OUT, *EDGES),
    ),
    "schemas": Kind(
        "requests and responses of the API",
        (*DATABASE, *HTTP, *NETWORK, *TERMINAL, *PROCESS),
        ("models", "actions", "queries", "emails", *CALLS_OUT, *EDGES),
    ),
    "drafts": Kind(
        "arguments of actions",
        (*DATABASE, *HTTP, *NETWORK, *TERMINAL, *PROCESS),
        ("models", "actions", "queries", "emails", *CALLS_OUT, *EDGES),
    ),
    "formats": Kind(
        "readers and writers of file formats",
        (*DATABASE, *HTTP, *NETWORK, *TERMINAL, "stallage.core.runtime"),
        ("models", "actions", "queries", "emails", *CALLS_OUT, *EDGES),
    ),
    "errors": Kind(
        "errors of the API",
        (*DATABASE, *HTTP, *NETWORK, *TERMINAL, *PROCESS),
        ("models", "actions", "queries", "emails", *CALLS_OUT, *EDGES),
    ),
    "events": Kind(
        "events for later features",
        (*DATABASE, *HTTP, *NETWORK, *TERMINAL, *PROCESS),
        ("models", "actions", "queries", "emails", *CALLS_OUT, *EDGES),
    ),
    "queries": Kind(
        "functions that read",
        (*HTTP, *NETWORK, *TERMINAL, "sqlalchemy", "stallage.core.runtime"),
        ("models", "actions", "emails", *CALLS_OUT, *EDGES),
    ),
    "sql": Kind(
        "SQL text that several queries share",
        (*DATABASE, *HTTP, *NETWORK, *TERMINAL, *PROCESS),
        ("models", "actions", "queries", "emails", *CALLS_OUT, *EDGES),
    ),
    "tenders": Kind(
        "payment methods of an order: hold, take, give back",
        (*HTTP, *TERMINAL, "sqlalchemy"),
        ("models", *EDGES),
        writes=True,
    ),
    "actions": Kind(
        "functions that write, in the caller's transaction",
        (*HTTP, *NETWORK, *TERMINAL, "sqlalchemy", "stallage.core.runtime"),
        ("models", "emails", *CALLS_OUT, *EDGES),
        writes=True,
    ),
    "personal_data": Kind(
        "personal data: export and erasure",
        (*HTTP, *NETWORK, *TERMINAL, "sqlalchemy", "stallage.core.runtime"),
        ("models", "emails", *CALLS_OUT, *EDGES),
        writes=True,
    ),
    "invariants": Kind(
        "invariants as queries that return violations",
        (*HTTP, *NETWORK, *TERMINAL, "sqlalchemy", "stallage.core.runtime"),
        ("models", "actions", "emails", *CALLS_OUT, *EDGES),
    ),
    "emails": Kind(
        "emails from templates",
        (*DATABASE, *HTTP, "httpx", *TERMINAL, "stallage.core.runtime"),
        ("models", "actions", "queries", *CALLS_OUT, *EDGES),
    ),
    "gateway_calls": Kind(
        "calls to external services, between two transactions",
        (*HTTP, *TERMINAL, "sqlalchemy"),
        ("models", *EDGES),
        writes=True,
    ),
    "providers": Kind(
        "adapters of external services", TERMINAL, ("models", "jobs", "cli"), writes=True
    ),
    "routes": Kind(
        "HTTP: parse, authenticate, call one action or query, respond",
        (*TERMINAL, "asyncpg", "sqlalchemy"),
        ("models", "jobs", "cli", "startup"),
    ),
    "admin_routes": Kind(
        "the same for the operators' API, with the permission of each route",
        (*TERMINAL, "asyncpg", "sqlalchemy"),
        ("models", "routes", "jobs", "cli", "startup"),
    ),
    "jobs": Kind(
        "handlers of events, jobs and timers",
        (*HTTP, *TERMINAL, "sqlalchemy"),
        ("models", "routes", "cli", "startup"),
    ),
    "cli": Kind(
        "commands of operators",
        (*HTTP, "sqlalchemy"),
        ("models", "routes", "startup"),
    ),
    "dependencies": Kind(
        "dependencies of routes, such as the order that a request may access",
        (*TERMINAL, "sqlalchemy"),
        ("models", "jobs", "cli", "startup"),
    ),
    "cache": Kind(
        "data that a process keeps in memory",
        (*TERMINAL, "sqlalchemy"),
        ("models", *EDGES),
    ),
    "index": Kind(
        "the search index and its queries",
        (*HTTP, *TERMINAL, "sqlalchemy"),
        ("models", *EDGES),
    ),
    "operations": Kind(
        "operators' tasks in several steps, outside a request, such as a backup",
        (*HTTP, "sqlalchemy"),
        ("models", "routes"),
        writes=True,
    ),
    "startup": Kind(
        "resources that a process opens at its start", TERMINAL, ("models", "routes", "cli")
    ),
    "settings": Kind(
        "a plug-in's settings",
        (*DATABASE, *HTTP, *NETWORK, *TERMINAL, "stallage.core.runtime"),
        ("models", "actions", "queries", "emails", *CALLS_OUT, *EDGES),
    ),
    "doctor": Kind(
        "checks of `stallage doctor`",
        (*HTTP, *TERMINAL, "sqlalchemy"),
        ("models", "actions", "emails", *EDGES),
    ),
    "backoffice": Kind(
        "screens of the back office",
        (*DATABASE, *NETWORK, *TERMINAL, *PROCESS),
        ("models", "actions", "queries", "emails", *CALLS_OUT, *EDGES),
    ),
}
"""All kinds. Modules may import `stallage.core`, except what their kind excludes."""


def unknown_kinds(feature: Feature) -> list[str]:
    """Return the modules whose name is no kind, as `feature/module`."""
    return [
        module.place
        for module in feature.modules
        if (module.parts and module.kind not in KINDS) or len(module.parts) > _deepest(module)
    ]


def _deepest(module: Module) -> int:
    # Adapters of services and search engines, and readers of formats may be packages.
    return 3 if module.kind in ("providers", "formats", "index") else 2


def kind_violations(feature: Feature, features: Sequence[Feature]) -> list[str]:
    """Return imports and writes that a module's kind excludes, as `feature/module what`.

    Without lines, so that a list of exceptions holds while code moves within its module.
    """
    return sorted({line for module in feature.modules for line in _violations(module, features)})


def _violations(module: Module, features: Sequence[Feature]) -> Iterator[str]:
    kind = KINDS.get(module.kind)
    if kind is None:
        return
    for imported in module.imports:
        for package in kind.packages:
            if imported.name == package or imported.name.startswith(f"{package}."):
                yield f"{module.place} imports {package}"
        owned = owner_of(imported.name, features)
        if owned is not None and owned[1] and owned[1][0] in kind.kinds:
            yield f"{module.place} imports {'.'.join((owned[0].name, *owned[1][:1]))}"
    if not kind.writes:
        for use in uses_of(module):
            if use.access == "writes":
                yield f"{module.place} writes {use.table}"
