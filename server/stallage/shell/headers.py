"""The security headers of pages."""

from __future__ import annotations

from stallage.settings import Settings

GOOGLE = "https://accounts.google.com"


def content_security_policy(settings: Settings) -> str:
    """What a page may load, for what the build and Google's sign-in need and no more.

    Styles may stand in the page: the component library writes its colours there. Scripts may not.
    Pictures may come from anywhere encrypted: articles and CDN endpoints name other hosts.
    """
    google = bool(settings.google_client_id)
    cdn = [one for one in (settings.cdn_endpoint, settings.cdn_fallback_endpoint) if one]
    rules = {
        "default-src": ["'self'"],
        "script-src": ["'self'", *([f"{GOOGLE}/gsi/client"] if google else [])],
        "style-src": ["'self'", "'unsafe-inline'", *([f"{GOOGLE}/gsi/style"] if google else [])],
        "img-src": ["'self'", "data:", "blob:", "https:", *cdn],
        "font-src": ["'self'"],
        "connect-src": ["'self'", *([f"{GOOGLE}/gsi/"] if google else [])],
        "frame-src": [f"{GOOGLE}/gsi/"] if google else ["'none'"],
        "object-src": ["'none'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
    return "; ".join(f"{name} {' '.join(values)}" for name, values in rules.items())


def page_headers(settings: Settings) -> dict[str, str]:
    """The headers of pages, besides those that every answer has."""
    return {
        "Content-Security-Policy": content_security_policy(settings),
        "Referrer-Policy": "strict-origin-when-cross-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=(), usb=(), payment=()",
        "X-Frame-Options": "DENY",
        # Google's sign-in opens a window that has to answer this one.
        "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    }
