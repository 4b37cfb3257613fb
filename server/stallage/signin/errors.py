"""What is refused when somebody signs in."""

from __future__ import annotations

from stallage.core.errors import ApiError, Unauthorized


class OtpInvalid(ApiError):
    """The code is wrong, was used before, or was never asked for."""

    code = "otp_invalid"
    status = 422
    message = "This code is not right. Please check it and try again."


class OtpExpired(ApiError):
    """The code has lived its time."""

    code = "otp_expired"
    status = 422
    message = "This code has expired. Please ask for a new one."


class OtpAttemptsExceeded(ApiError):
    """Too many wrong tries; this code is dead, right or wrong."""

    code = "otp_attempts_exceeded"
    status = 429
    message = "That was the wrong code too often. Please ask for a new one."

    def __init__(self, retry_after_seconds: int, field: str = "otp") -> None:
        super().__init__(
            fields={} if field == "otp" else {field: [self.message]},
            headers={"Retry-After": str(max(1, retry_after_seconds))},
        )


class OtpTooOften(ApiError):
    """Codes are asked for too often; `Retry-After` says when the next may be."""

    code = "too_many_requests"
    status = 429

    def __init__(self, retry_after_seconds: int, wait: str) -> None:
        super().__init__(
            f"Please wait {wait} before you ask for another code.",
            headers={"Retry-After": str(max(1, retry_after_seconds))},
        )


class CurrentContactUnproven(ApiError):
    """The change of a contact needs a code that went to a contact which the customer has."""

    code = "current_contact_unproven"
    status = 422
    message = "Please enter the code that we sent to your current contact as well."

    def __init__(self) -> None:
        super().__init__(fields={"currentOtp": [self.message]})


class SignInEnded(Unauthorized):
    """The refresh token is not good (any more)."""

    code = "sign_in_ended"
    message = "You have been signed out. Please sign in again."


class GoogleNotEnabled(ApiError):
    """The shop has no Google client id."""

    code = "google_not_enabled"
    status = 503
    message = "Signing in with Google is not enabled in this shop."


class GoogleUnreachable(ApiError):
    """Google did not answer, or not in a way that can be read."""

    code = "google_unreachable"
    status = 503
    message = "Google cannot be reached right now. Please try again, or sign in with a code."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "5"})


class GoogleRefused(ApiError):
    """Google, or the check of what it signed, says no."""

    code = "google_refused"
    status = 422
    message = "Google did not confirm this sign-in. Please try again."


class GoogleEmailUnproven(ApiError):
    """Google does not vouch for the account's address; a code has to prove it first."""

    code = "google_email_unproven"
    status = 409
    message = (
        "Google does not vouch for the email address of this account."
        " Please sign in with a code to that address instead."
    )
