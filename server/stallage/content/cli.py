"""`stallage content put`: an operator's texts, from the shell."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from stallage.content.actions import put_blog, put_faqs, put_page
from stallage.content.drafts import PageDraft
from stallage.content.formats import (
    Written,
    WrittenBlog,
    WrittenCompany,
    WrittenWrongly,
    read,
)
from stallage.core.db import Connection
from stallage.core.decoding import InvalidPicture
from stallage.core.media import Media
from stallage.process import database_address, open_runtime
from stallage.settings import Settings
from stallage.shop.actions import put_company


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    commands = typer.Typer(
        help="Blogs, pages, questions and company details.", no_args_is_help=True
    )
    commands.command(name="put")(put)
    # A command group with one command would swallow its name.
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
    """Puts texts into the shop: all of the files or, where one is wrong, none."""
    try:
        written = [(path, read(path)) for path in files]
    except WrittenWrongly as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    settings = Settings()
    with database_address(settings) as dsn:
        try:
            asyncio.run(_put_all(settings, dsn, [one for _, one in written]))
        except (InvalidPicture, OSError) as error:
            typer.echo(f"Nothing was put: {error}", err=True)
            raise typer.Exit(1) from error
    for path, _ in written:
        typer.echo(f"{path} is in the shop.")


async def _put_all(settings: Settings, dsn: str, written: list[Written]) -> None:
    async with open_runtime(settings, dsn) as runtime, runtime.database.transaction() as connection:
        for one in written:
            await _put(connection, runtime.media, one)


async def _put(connection: Connection, media: Media, written: Written) -> None:
    match written:
        case PageDraft():
            await put_page(connection, written)
        case WrittenBlog(draft, image, alt):
            await put_blog(connection, replace(draft, image=_picture(media, image, alt)))
        case WrittenCompany(draft, drawings):
            paths = {name: _drawing(media, file) for name, file in drawings.items()}
            await put_company(
                connection,
                replace(
                    draft,
                    logo=paths.get("logo"),
                    logo_dark=paths.get("logo_dark"),
                    favicon=paths.get("favicon"),
                ),
            )
        case _:
            await put_faqs(connection, written)


def _picture(media: Media, path: Path | None, alt: str) -> dict[str, Any] | None:
    if path is None:
        return None
    stored = media.store(path.read_bytes())
    return {
        "path": stored.path,
        "alt": alt,
        "width": stored.width,
        "height": stored.height,
        "colour": stored.colour,
    }


def _drawing(media: Media, path: Path) -> str:
    """A logo: an SVG of the operator's own, or a picture."""
    content = path.read_bytes()
    return media.store_svg(content) if path.suffix == ".svg" else media.store(content).path
