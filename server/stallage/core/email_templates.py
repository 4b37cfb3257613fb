"""Renders the messages of all features as text and HTML, in one layout.

Each feature has a folder of templates. `<name>.html` extends `layout.html` and may import the macros of
`parts.html`; `<name>.txt` extends `layout.txt`. Both layouts are in `email_layouts`. `<name>.sms.txt` is
the text message for phones and extends nothing.

All templates have the variables `shop_name`, `shop_url` and `by_mail` (whether it is an email), and
`texts`: what operators can change, or its defaults. An undefined variable raises an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from stallage.core.email_catalog import Email, fill, fill_html
from stallage.core.mail import Message, MessageSource

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
    shop_name: str,
    shop_url: str,
    kind: str,
    subject: str = "",
    email: Email | None = None,
    values: Mapping[str, str] | None = None,
    data: dict[str, Any] | None = None,
    **variables: Any,
) -> Message:
    """Render the templates `name` of a folder; `data` is the message's content for programs.

    `email` has the default texts, whose placeholders `values` replace; its `subject` is one of them.
    When the message is sent, the shop's own texts replace the default ones.
    """
    templates = templates_in(folder)
    by_mail = "@" in to
    variables |= {"shop_name": shop_name, "shop_url": shop_url.rstrip("/"), "by_mail": by_mail}
    text_names = [f"{name}.txt"] if by_mail else [f"{name}.sms.txt", f"{name}.txt"]
    filled = {"shop_name": shop_name, **(values or {})}

    def render(own: Mapping[str, str]) -> Message:
        texts = {**(email.texts if email else {}), **own}
        plain = {one: fill(text, filled) for one, text in texts.items()}
        html = {one: fill_html(text, filled) for one, text in texts.items()}
        return Message(
            to=to,
            subject=fill(texts["subject"], filled) if "subject" in texts else subject,
            text=templates.select_template(text_names).render(variables, texts=plain),
            html=templates.get_template(f"{name}.html").render(variables, texts=html)
            if by_mail
            else "",
            kind=kind,
            data=data or {},
        )

    source = MessageSource(email.name, render) if email and email.texts else None
    return replace(render({}), source=source)
