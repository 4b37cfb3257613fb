"""Reads emails (RFC 5322): who wrote what, without quotations of earlier emails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import policy
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser
from email.utils import getaddresses
from html import unescape
from typing import Any, Final

import nh3

MAX_TEXT: Final = 5000
"""Characters of a ticket's message."""
MAX_PARTS: Final = 50
"""Parts of an email that are looked at."""
MAX_LINE: Final = 200
MAX_HTML: Final = 300_000
MAX_SOURCE: Final = 50_000
"""Characters of HTML, and of text with quotations, that are looked at."""
MAX_HEADER: Final = 2000
"""Characters of a header that are looked at. Longer parameters are left out."""

MARKER: Final = "— Reply above this line —"
"""In our emails. What follows it in an answer is quoted."""

_WROTE = r"(wrote|schrieb|écrit|escribió|ha scritto|schreef|skrev|escreveu)"
_ORIGINAL = r"(original message|forwarded message|ursprüngliche nachricht|message d'origine)"
_QUOTE_STARTS = (
    # "On Mon, 3 Aug 2026 at 10:00, Shop wrote:", in the languages of the large mail programs.
    re.compile(rf"^(on|am|le|el|il|op|den|em)\b.{{0,300}}\b{_WROTE}\b.{{0,80}}:$", re.I),
    re.compile(rf"^-{{2,}}\s*{_ORIGINAL}\s*-{{2,}}$", re.I),
    re.compile(r"^_{20,}$"),
    re.compile(r"^\*?(from|von|de|da|van)\s*:\*?\s.{0,300}(@|<).*$", re.I),
)
_SIGNATURE = re.compile(r"^-- ?$")
_AUTO_PRECEDENCE = ("bulk", "junk", "list", "auto_reply", "auto-reply")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Control characters, and those that reverse the direction of text."""


@dataclass(frozen=True, slots=True)
class ReceivedEmail:
    """An email as far as a ticket needs it. All texts are plain and of bounded length."""

    message_id: str
    sender: str
    """In lower case; empty if it has none, or more than one."""
    sender_name: str
    subject: str
    text: str
    """What the sender wrote, without quotations."""
    attachments: tuple[str, ...]
    """Names of attached files. Their contents are not read."""
    routing: tuple[str, ...]
    """Headers that may name the ticket, the most reliable first."""
    automatic: bool
    """An out-of-office reply, a bounce, or from a mailing list."""


_BREAKS: Final = frozenset({"br", "p", "div", "tr", "li", "h1", "h2", "h3", "h4"})
_TIDY: Final = nh3.Cleaner(
    tags={*_BREAKS, "blockquote", "table", "tbody", "td"},
    clean_content_tags={"script", "style", "title", "template"},
    attributes={"div": {"class"}},
)
"""Makes HTML well-formed, and drops scripts, styles and comments."""
_TAG_OR_TEXT = re.compile(r'<(/?)([a-z0-9]+)((?:[^">]|"[^"]*")*)>|[^<]+')
"""Of well-formed HTML. The standard library's parser needs hours for some malformed megabytes."""


def text_of_html(html: str) -> str:
    """Return the text of HTML without quotations. Tags are dropped, never interpreted."""
    parts: list[str] = []
    quote, depth = "", 0
    for token in _TAG_OR_TEXT.finditer(_TIDY.clean(html[:MAX_HTML])):
        closes, tag, attributes = token.groups()
        if depth:
            if tag == quote:
                depth += -1 if closes else 1
        elif tag is None:
            parts.append(re.sub(r"\s+", " ", unescape(token[0])))
        elif not closes and (tag == "blockquote" or "gmail_quote" in attributes):
            quote, depth = tag, 1
        elif not closes and tag in _BREAKS:
            parts.append("\n")
    return "\n".join(line.strip() for line in "".join(parts).split("\n"))


def _clean(text: str) -> str:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").split("\n")
    return "\n".join(_CONTROL.sub("", line).rstrip() for line in lines)


def _line(text: str, limit: int = MAX_LINE) -> str:
    return " ".join(_CONTROL.sub(" ", text).split())[:limit]


def without_quotes(text: str) -> str:
    """Return what an email says before what it quotes."""
    lines: list[str] = []
    source = _clean(text[:MAX_SOURCE]).split("\n")
    for index, line in enumerate(source):
        plain = line.strip()
        # Some programs break the line that begins a quotation.
        both = f"{plain} {source[index + 1].strip()}" if index + 1 < len(source) else plain
        if MARKER in plain or _SIGNATURE.match(line):
            break
        if any(start.match(plain) or (plain and start.match(both)) for start in _QUOTE_STARTS):
            break
        if not plain.startswith(">"):
            lines.append(line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _parts(message: Message) -> Iterator[Message]:
    for index, part in enumerate(message.walk()):
        if index >= MAX_PARTS:
            return
        if not part.is_multipart():
            yield part


def _decoded(part: Message) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    charset = "utf-8" if _has_long_header(part) else part.get_content_charset() or "utf-8"
    try:
        return payload.decode(charset, "replace")
    except LookupError:
        return payload.decode("utf-8", "replace")


def _has_long_header(part: Message) -> bool:
    """Whether reading the parameters of its headers would take long."""
    return any(
        len(_header(part, name)) > MAX_HEADER for name in ("Content-Type", "Content-Disposition")
    )


def _is_attachment(part: Message) -> bool:
    return bool(_filename(part)) or part.get_content_disposition() == "attachment"


def _filename(part: Message) -> str:
    if _has_long_header(part):
        return ""
    try:
        return part.get_filename() or ""
    except (ValueError, LookupError, TypeError):
        return ""


def _text(message: Message) -> str:
    html = ""
    for part in _parts(message):
        kind = part.get_content_type()
        if _is_attachment(part) or kind not in ("text/plain", "text/html"):
            continue
        if kind == "text/plain":
            return without_quotes(_decoded(part))
        html = html or _decoded(part)
    return without_quotes(text_of_html(html))


def _header(message: Message, name: str) -> str:
    return str(message.get(name, ""))


def _headers(message: Message, name: str) -> list[str]:
    return [str(value)[:MAX_HEADER] for value in message.get_all(name, [])[:20]]


def _sender(message: Message) -> tuple[str, str]:
    try:
        found = [pair for pair in getaddresses(_headers(message, "From")) if pair[1]]
    except RecursionError:
        # Of comments in comments.
        found = []
    if len(found) != 1:
        return "", ""
    name, address = found[0]
    return _line(name, 160), _line(address, 254).lower()


def _is_automatic(message: Message) -> bool:
    submitted = _header(message, "Auto-Submitted").split(";")[0].strip().lower()
    if submitted not in ("", "no"):
        return True
    if _header(message, "Precedence").strip().lower() in _AUTO_PRECEDENCE:
        return True
    if any(message.get(name) is not None for name in ("X-Autoreply", "X-Autorespond", "List-Id")):
        return True
    if message.get_content_type() == "multipart/report":
        return True
    path = message.get("Return-Path")
    if path is not None and str(path).strip() == "<>":
        return True
    return _sender(message)[1].partition("@")[0] in ("mailer-daemon", "postmaster")


def read_email(raw: bytes) -> ReceivedEmail:
    """Read an email. Malformed ones are read as far as possible; nothing is raised for them."""
    # compat32 never interprets headers while parsing, so no header can make it fail.
    parser = BytesParser(policy=policy.compat32)
    message: Any
    try:
        message = parser.parsebytes(raw)
    except RecursionError:
        # Of emails in emails.
        message = parser.parsebytes(raw, headersonly=True)
    name, sender = _sender(message)
    routing = [
        *_headers(message, "Delivered-To"),
        *_headers(message, "X-Original-To"),
        *_headers(message, "To"),
        *_headers(message, "Cc"),
        *_headers(message, "In-Reply-To"),
        *_headers(message, "References"),
    ]
    files = (_filename(part) or "file" for part in _parts(message) if _is_attachment(part))
    return ReceivedEmail(
        message_id=_line(_header(message, "Message-ID"), 998),
        sender=sender,
        sender_name=_decode_words(name, 160),
        subject=_decode_words(_header(message, "Subject"), 150),
        text=_text(message)[:MAX_TEXT].strip(),
        attachments=tuple(_line(_decode_words(file, 120), 120) for file in files)[:20],
        routing=tuple(routing),
        automatic=_is_automatic(message),
    )


def _decode_words(text: str, limit: int) -> str:
    """Decode RFC 2047 words, such as `=?utf-8?q?Zo=C3=AB?=`."""
    try:
        return _line(str(make_header(decode_header(text[:4000]))), limit)
    except (HeaderParseError, ValueError, LookupError):
        return _line(text, limit)
