"""Errors of sign-in."""

from __future__ import annotations

from stallage.core.errors import ApiError, Unauthorized


class OtpInvalid(ApiError):
    """The code is wrong, was used before, or was never requested."""

    code = "otp_invalid"
    status = 422
    message = "This code is not correct. Please check it and try again."


class OtpExpired(ApiError):
    """The code has expired."""

    code = "otp_expired"
    status = 422
    message = "This code has expired. Please request a new one."


class OtpAttemptsExceeded(ApiError):
    """Too many wrong tries; the code is no longer valid."""

    code = "otp_attempts_exceeded"
    status = 429
    message = "Too many wrong codes. Please request a new one."

    def __init__(self, retry_after_seconds: int, field: str = "otp") -> None:
        super().__init__(
            fields={} if field == "otp" else {field: [self.message]},
            headers={"Retry-After": str(max(1, retry_after_seconds))},
        )


class OtpTooOften(ApiError):
    """Codes are requested too often; `Retry-After` says when to try again."""

    code = "too_many_requests"
    status = 429

    def __init__(self, retry_after_seconds: int, wait: str) -> None:
        super().__init__(
            f"Please wait {wait} before you request another code.",
            headers={"Retry-After": str(max(1, retry_after_seconds))},
        )


class CurrentContactUnproven(ApiError):
    """Changing a contact also needs a code that was sent to a current contact."""

    code = "current_contact_unproven"
    status = 422
    message = "Please also enter the code that we sent to your current contact."

    def __init__(self) -> None:
        super().__init__(fields={"currentOtp": [self.message]})


class SignInEnded(Unauthorized):
    """The refresh token is not valid (any more)."""

    code = "sign_in_ended"
    message = "You have been signed out. Please sign in again."


class GoogleNotEnabled(ApiError):
    """The shop has no Google client id."""

    code = "google_not_enabled"
    status = 503
    message = "Signing in with Google is not enabled in this shop."


class GoogleUnreachable(ApiError):
    """Google did not respond, or sent an invalid response."""

    code = "google_unreachable"
    status = 503
    message = "Google cannot be reached right now. Please try again, or sign in with a code."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "5"})


class GoogleRefused(ApiError):
    """Google rejected the request, or its signature or claims are not valid."""

    code = "google_refused"
    status = 422
    message = "Google did not confirm this sign-in. Please try again."


class GoogleEmailUnproven(ApiError):
    """Google does not guarantee the account's address; a code must verify it first."""

    code = "google_email_unproven"
    status = 409
    message = (
        "Google could not confirm the email address of this account."
        " Please sign in with a code sent to that address instead."
    )
