"""HTML from elsewhere, made harmless once, when it is written."""

from __future__ import annotations

import re

import nh3

from stallage.products.rules.texts import block

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
"""What is left when a tag is taken out can read differently: nested headings come apart, and
`java&#1;script:` says something else without its control character. So it is cleaned until it stays
as it is, which is at the second time for all but malice."""
_TOP_HEADING = re.compile(r"<(/?)h1>")


def sanitised(html: str) -> str:
    """The HTML without scripts, styles, frames and addresses that run something.

    A page has one heading of the first rank, its title; those of a description become second.
    Sanitising twice is sanitising once.
    """
    for _ in range(ROUNDS):
        before, html = html, block(_TOP_HEADING.sub(r"<\1h2>", _CLEANER.clean(html)))
        if html == before:
            break
    return html
