"""Serves the built client, its assets and pictures, with the head of each page."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.middleware import Middleware

from stallage import outbox
from stallage.head import feeds, site_files
from stallage.head import routes as head
from stallage.head.terms import terms_at_home
from stallage.shell.negotiation import ContentNegotiation
from stallage.shell.shell import Shell
from stallage.shop.queries import register_offer_terms


def install(app: FastAPI) -> None:
    """Install the shell after all API routes.

    The shell is the router's default, so it does not slow down API requests, and a wrong method on an
    existing path still returns 405.
    """
    app.include_router(head.router)
    app.include_router(site_files.router)
    app.include_router(feeds.router)
    app.include_router(outbox.router)
    register_offer_terms(terms_at_home)
    shell = Shell()
    app.router.default = shell
    app.state.client = shell.client
    # Innermost, so that request ids and limits apply to pages as well.
    app.user_middleware.append(Middleware(ContentNegotiation, shell=shell))
