"""Renders the messages of all features as text and HTML, in one layout.

Each feature has a folder of templates. `<name>.html` extends `layout.html` and may import the macros of
`parts.html`; `<name>.txt` extends `layout.txt`. Both layouts are in `email_layouts`. `<name>.sms.txt` is
the text message for phones and extends nothing.

All templates have the variables `shop_name`, `shop_url` and `by_mail` (whether it is an email). An
undefined variable raises an error.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from stallage.core.mail import Message

EMAIL_LAYOUTS = Path(__file__).with_name("email_layouts")


@cache
def templates_in(folder: Path) -> Environment:
    """Return the environment of a template folder, which also finds the common layouts."""
    return Environment(
        loader=FileSystemLoader([folder, EMAIL_LAYOUTS]),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render_email(
    folder: Path,
    name: str,
    *,
    to: str,
    subject: str,
    kind: str,
    shop_name: str,
    shop_url: str,
    data: dict[str, Any] | None = None,
    **variables: Any,
) -> Message:
    """Render the templates `name` of a folder; `data` is the message's content for programs."""
    templates = templates_in(folder)
    by_mail = "@" in to
    variables |= {"shop_name": shop_name, "shop_url": shop_url.rstrip("/"), "by_mail": by_mail}
    text_names = [f"{name}.txt"] if by_mail else [f"{name}.sms.txt", f"{name}.txt"]
    return Message(
        to=to,
        subject=subject,
        text=templates.select_template(text_names).render(variables),
        html=templates.get_template(f"{name}.html").render(variables) if by_mail else "",
        kind=kind,
        data=data or {},
    )
