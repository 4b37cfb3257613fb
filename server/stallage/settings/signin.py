"""Sign-in by code and with Google, and lifetimes of tokens."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, SecretStr

from stallage.settings.sources import Seconds, Section, setting


class SignInSettings(Section):
    """Sign-in by code and with Google, and lifetimes of tokens."""

    otp_seconds: Annotated[Seconds, setting(600, "Lifetime of a sign-in code.")]
    otp_resend_seconds: Annotated[
        Seconds, setting(30, "Time before another code can be requested.")
    ]
    otp_max_tries: Annotated[
        int,
        Field(
            default=5, ge=1, description="Number of wrong attempts after which a code is invalid."
        ),
    ]
    otp_per_address_hour: Annotated[
        int, Field(default=5, ge=1, description="Codes sent per address and client per hour.")
    ]
    otp_per_address_hour_strangers: Annotated[
        int,
        Field(
            default=20,
            ge=1,
            description="Codes sent per address and hour, for all clients that never signed in with it.",
        ),
    ]
    otp_per_client_hour: Annotated[
        int, Field(default=20, ge=1, description="Codes sent per client per hour.")
    ]
    otp_guesses_per_client_hour: Annotated[
        int,
        Field(default=60, ge=1, description="Codes tried per client and hour, for all addresses."),
    ]
    otp_guesses_per_address_client_day: Annotated[
        int, Field(default=25, ge=1, description="Codes tried per address and client per day.")
    ]
    otp_guesses_per_address_day: Annotated[
        int,
        Field(
            default=100,
            ge=1,
            description="Codes tried per address and day, by all clients that never signed in with it.",
        ),
    ]
    otp_guesses_elsewhere_day: Annotated[
        int,
        Field(
            default=10,
            ge=1,
            description="Codes tried per address and day, by clients that did not request one.",
        ),
    ]
    google_client_id: Annotated[str, setting("", "Enables sign-in with Google.")]
    google_client_secret: Annotated[SecretStr, setting(SecretStr(""), "For Google's code flow.")]
    google_redirect_uri: Annotated[str, setting("postmessage", "The code flow's redirect URI.")]
    google_token_url: Annotated[
        str, setting("https://oauth2.googleapis.com/token", "Google's token endpoint.")
    ]
    google_certs_url: Annotated[
        str, setting("https://www.googleapis.com/oauth2/v3/certs", "Google's public keys.")
    ]
    google_tokeninfo_url: Annotated[
        str,
        setting(
            "https://oauth2.googleapis.com/tokeninfo", "Google's endpoint for token information."
        ),
    ]
    known_client_seconds: Annotated[
        Seconds,
        setting(
            180 * 86_400, "How long a device is recognised after a customer last signed in with it."
        ),
    ]
    access_token_seconds: Annotated[Seconds, setting(900, "Lifetime of an access token.")]
    refresh_token_seconds: Annotated[Seconds, setting(30 * 86_400, "Lifetime of a refresh token.")]
    session_seconds: Annotated[
        Seconds, setting(90 * 86_400, "Maximum duration of a session, however often it is renewed.")
    ]
    contact_proof_seconds: Annotated[
        Seconds,
        setting(
            600, "How long after a sign-in by code a contact can be changed without another code."
        ),
    ]
    refresh_grace_seconds: Annotated[
        Seconds, setting(10, "How long a used refresh token still returns its successor.")
    ]
