"""The headers of pages and redirects."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.public import LONG_CACHE
from stallage.settings import Settings

GOOGLE = "https://accounts.google.com"


def content_security_policy(
    settings: Settings, scripts: Sequence[str] = (), ancestors: str = "'none'"
) -> str:
    """The content security policy, as strict as the build and Google sign-in allow.

    `scripts`: the hashes of the inline scripts of the build; no others run. `ancestors`: the pages that
    may show this one in a frame.

    Inline styles are allowed, because pages write colours and sizes there. Images may come from any
    HTTPS host, because articles and CDNs use other hosts.
    """
    google = bool(settings.google_client_id)
    cdn = [one for one in (settings.cdn_endpoint, settings.cdn_fallback_endpoint) if one]
    rules = {
        "default-src": ["'self'"],
        "script-src": ["'self'", *scripts, *([f"{GOOGLE}/gsi/client"] if google else [])],
        "style-src": ["'self'", "'unsafe-inline'", *([f"{GOOGLE}/gsi/style"] if google else [])],
        "img-src": ["'self'", "data:", "blob:", "https:", *cdn],
        "media-src": ["'self'", *cdn],
        "font-src": ["'self'"],
        "connect-src": ["'self'", *([f"{GOOGLE}/gsi/"] if google else [])],
        "frame-src": [f"{GOOGLE}/gsi/"] if google else ["'none'"],
        "worker-src": ["'self'"],
        "manifest-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": [ancestors],
    }
    return "; ".join(f"{name} {' '.join(values)}" for name, values in rules.items())


PREVIEW_PARAMETER = "preview"
"""In the query of a page that the back office shows in a frame; see `preview_headers`."""


def page_headers(settings: Settings, scripts: Sequence[str] = ()) -> dict[str, str]:
    """The headers of pages, in addition to those of all responses."""
    return {
        "Content-Security-Policy": content_security_policy(settings, scripts),
        "Referrer-Policy": "strict-origin-when-cross-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=(), usb=(), payment=()",
        "X-Frame-Options": "DENY",
        # Google sign-in opens a window that sends a message back to this one.
        "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    }


def preview_headers(settings: Settings, scripts: Sequence[str] = ()) -> dict[str, str]:
    """The headers of a page that the shop's own pages, and no others, may show in a frame."""
    return {
        **page_headers(settings),
        "Content-Security-Policy": content_security_policy(settings, scripts, "'self'"),
        "X-Frame-Options": "SAMEORIGIN",
        "X-Robots-Tag": "noindex",
        "Cache-Control": "no-store",
    }


BACK_OFFICE_POLICY = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob: https:",
    # Videos are shown before they are uploaded, to take their posters.
    "media-src": "'self' blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    # Emails are shown in sandboxed frames, from text in the page.
    "frame-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}


def back_office_headers() -> dict[str, str]:
    """The headers of the back office's page, in addition to those of all responses."""
    return {
        "Content-Security-Policy": "; ".join(
            f"{name} {values}" for name, values in BACK_OFFICE_POLICY.items()
        ),
        "Referrer-Policy": "same-origin",
        # The camera scans barcodes; passkeys sign in.
        "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), usb=(), payment=()",
        "X-Frame-Options": "DENY",
        "Cross-Origin-Opener-Policy": "same-origin",
        "X-Robots-Tag": "noindex",
    }


def redirect_headers(moved_to: str, query: str, status: int) -> dict[str, str]:
    """Return the headers of a redirect. That of a moved page (301) has the query of the request.

    That of a search (302) is not stored, because operators may change it at any time.
    """
    if status == 302:
        return {"Location": moved_to, "Cache-Control": "no-store"}
    joined = "&" if "?" in moved_to else "?"
    return {
        "Location": f"{moved_to}{joined}{query}" if query else moved_to,
        "Cache-Control": LONG_CACHE,
    }
