"""Errors of settings."""

from __future__ import annotations

from stallage.core.errors import ApiError


class SettingChangedSince(ApiError):
    """The value was changed again, so the former one cannot be restored; `keys` lists what differs."""

    code = "setting_changed_since"
    status = 409
    message = "This was changed again in the meantime, so it cannot be undone."


class SettingAlreadyUndone(ApiError):
    """The change was undone before."""

    code = "setting_already_undone"
    status = 409
    message = "This change was already undone."


class SecretUnavailable(ApiError):
    """The earlier secret can no longer be read; `keys` names its settings."""

    code = "secret_unavailable"
    status = 409
    message = "The shop no longer has the earlier secret. Enter it again in the settings."
