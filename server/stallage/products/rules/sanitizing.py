"""Sanitise HTML from other sources before it is stored."""

from __future__ import annotations

import re

import nh3

from stallage.products.rules.texts import clean_text

_TAGS = {
    *("a", "abbr", "b", "blockquote", "br", "caption", "code", "col", "colgroup", "dd", "del"),
    *("div", "dl", "dt", "em", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr"),
    *("i", "img", "ins", "li", "ol", "p", "pre", "s", "small", "span", "strong", "sub", "sup"),
    *("table", "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul"),
}
_ATTRIBUTES = {
    "a": {"href", "title"},
    "abbr": {"title"},
    "img": {"src", "alt", "title", "width", "height"},
    "ol": {"start"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
}
_CLEANER = nh3.Cleaner(
    tags=_TAGS,
    clean_content_tags={"script", "style", "iframe", "object", "title", "noscript", "template"},
    attributes=_ATTRIBUTES,
    url_schemes={"http", "https", "mailto", "tel"},
    link_rel="nofollow noopener noreferrer",
    set_tag_attribute_values={"img": {"loading": "lazy"}},
)
ROUNDS = 6
"""Removing a tag can change the meaning of the rest: nested headings come apart, and `java&#1;script:`
reads differently without its control character. So HTML is cleaned until it no longer changes, which
takes two rounds unless it is malicious."""
_TOP_HEADING = re.compile(r"<(/?)h1>")


def sanitise(html: str) -> str:
    """Return the HTML without scripts, styles, frames and URLs that execute code.

    `h1` becomes `h2`, since a page's only `h1` is its title. Idempotent.
    """
    for _ in range(ROUNDS):
        before, html = html, clean_text(_TOP_HEADING.sub(r"<\1h2>", _CLEANER.clean(html)))
        if html == before:
            break
    return html
