"""Errors of themes."""

from __future__ import annotations

from stallage.core.errors import ApiError


class ThemeNameTaken(ApiError):
    """Another theme has the name."""

    code = "theme_name_taken"
    status = 409
    message = "Another theme has this name."


class ThemeIsActive(ApiError):
    """Shoppers see the theme."""

    code = "theme_is_active"
    status = 409
    message = "Shoppers see this theme. Publish another one first."


class TooLittleContrast(ApiError):
    """Some colours are too similar to what is behind them; `findings` lists them."""

    code = "too_little_contrast"
    status = 422
    message = "Some colours have too little contrast to be published."
