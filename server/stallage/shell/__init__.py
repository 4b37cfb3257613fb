"""Serves the built client, its assets and pictures, with the right head for each address."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.middleware import Middleware

from stallage import outbox
from stallage.head import feeds, site_files
from stallage.head import routes as head
from stallage.head.terms import terms_at_home
from stallage.shell.negotiation import ContentNegotiation
from stallage.shell.shell import Shell
from stallage.shop.markup import reads_offer_terms


def install(app: FastAPI) -> None:
    """Adds what is not an API call, after all calls.

    The shell is the router's default, so it costs a call nothing, and a wrong method on a path
    that exists is still a 405.
    """
    app.include_router(head.router)
    app.include_router(site_files.router)
    app.include_router(feeds.router)
    app.include_router(outbox.router)
    reads_offer_terms(terms_at_home)
    shell = Shell()
    app.router.default = shell
    # Innermost, so that pages have request ids and limits like everything else.
    app.user_middleware.append(Middleware(ContentNegotiation, shell=shell))
