"""`stallage content put`: import texts from files."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from stallage.content.actions import put_blog, put_faqs, put_page
from stallage.content.drafts import PageDraft
from stallage.content.formats import (
    BlogFile,
    CompanyFile,
    ContentFile,
    InvalidContentFile,
    read,
)
from stallage.core.db import Connection
from stallage.core.decoding import InvalidPicture
from stallage.core.media import Media
from stallage.process import database_address, open_runtime
from stallage.settings import Settings
from stallage.shop.actions import put_company
from stallage.themes.actions import put_primary_colour


def register(app: typer.Typer) -> None:
    """Add the commands."""
    commands = typer.Typer(
        help="Blogs, pages, questions and company details.", no_args_is_help=True
    )
    commands.command(name="put")(put)
    # Without a callback, a group with one command would drop the command's name.
    commands.callback()(lambda: None)
    app.add_typer(commands, name="content")


def put(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Markdown or HTML under front matter: YAML between lines of --- or TOML between +++."
        ),
    ],
) -> None:
    """Import texts into the shop: all files, or none if one is invalid."""
    try:
        contents = [(path, read(path)) for path in files]
    except InvalidContentFile as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    settings = Settings()
    with database_address(settings) as dsn:
        try:
            asyncio.run(_put_all(settings, dsn, [one for _, one in contents]))
        except (InvalidPicture, OSError) as error:
            typer.echo(f"Nothing was imported: {error}", err=True)
            raise typer.Exit(1) from error
    for path, _ in contents:
        typer.echo(f"Imported {path}.")


async def _put_all(settings: Settings, dsn: str, contents: list[ContentFile]) -> None:
    async with open_runtime(settings, dsn) as runtime, runtime.database.transaction() as connection:
        for one in contents:
            await _put(connection, runtime.media, one)


async def _put(connection: Connection, media: Media, content: ContentFile) -> None:
    match content:
        case PageDraft():
            await put_page(connection, content)
        case BlogFile(draft, image, alt):
            await put_blog(connection, replace(draft, image=_store_picture(media, image, alt)))
        case CompanyFile(draft, logos, primary_colour):
            paths = {name: _store_logo(media, file) for name, file in logos.items()}
            await put_company(
                connection,
                replace(
                    draft,
                    logo=paths.get("logo"),
                    logo_dark=paths.get("logo_dark"),
                    favicon=paths.get("favicon"),
                ),
            )
            await put_primary_colour(connection, primary_colour)
        case _:
            await put_faqs(connection, content)


def _store_picture(media: Media, path: Path | None, alt: str) -> dict[str, Any] | None:
    if path is None:
        return None
    stored = media.store(path.read_bytes())
    return {
        "path": stored.path,
        "alt": alt,
        "width": stored.width,
        "height": stored.height,
        "colour": stored.colour,
        **({"preview": stored.preview} if stored.preview else {}),
    }


def _store_logo(media: Media, path: Path) -> str:
    """Store a logo, as SVG or as a picture, and return its path."""
    content = path.read_bytes()
    return media.store_svg(content) if path.suffix == ".svg" else media.store(content).path
