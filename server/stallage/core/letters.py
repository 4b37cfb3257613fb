"""Writes letters: messages of every feature as text and HTML, in one layout.

A feature keeps its templates in a folder of its own. `<name>.html` extends `layout.html`, which lies
in `stationery` beside this module with `parts.html`, the pieces that letters are made of; `<name>.txt`
extends `layout.txt`. `<name>.sms.txt` is what a phone gets instead; it extends nothing.

Every template knows `shop_name`, `shop_url` and `by_mail`, and a word that it does not know is an error.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from stallage.core.mail import Message

STATIONERY = Path(__file__).with_name("stationery")


@cache
def templates_in(folder: Path) -> Environment:
    """The templates of a folder, with the common layout behind them."""
    return Environment(
        loader=FileSystemLoader([folder, STATIONERY]),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def letter(
    folder: Path,
    name: str,
    *,
    to: str,
    subject: str,
    kind: str,
    shop_name: str,
    shop_url: str,
    data: dict[str, Any] | None = None,
    **words: Any,
) -> Message:
    """A message by the templates `name` of a folder; `data` is what it says to programs."""
    templates = templates_in(folder)
    by_mail = "@" in to
    words |= {"shop_name": shop_name, "shop_url": shop_url.rstrip("/"), "by_mail": by_mail}
    text_names = [f"{name}.txt"] if by_mail else [f"{name}.sms.txt", f"{name}.txt"]
    return Message(
        to=to,
        subject=subject,
        text=templates.select_template(text_names).render(words),
        html=templates.get_template(f"{name}.html").render(words) if by_mail else "",
        kind=kind,
        data=data or {},
    )
