"""Sign-in by code and by Google, and how long it lasts."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, SecretStr

from stallage.settings.sources import Seconds, Section, setting


class SignInSettings(Section):
    """Sign-in by code and by Google, and how long it lasts."""

    otp_seconds: Annotated[Seconds, setting(600, "How long a sign-in code lives.")]
    otp_resend_seconds: Annotated[Seconds, setting(30, "How soon another code may be asked for.")]
    otp_max_tries: Annotated[
        int, Field(default=5, ge=1, description="Wrong tries that end a code.")
    ]
    otp_per_address_hour: Annotated[
        int, Field(default=5, ge=1, description="Codes per address and client.")
    ]
    otp_per_address_hour_strangers: Annotated[
        int,
        Field(
            default=20,
            ge=1,
            description="Codes per address, of all clients that never signed in with it.",
        ),
    ]
    otp_per_client_hour: Annotated[int, Field(default=20, ge=1, description="Codes per client.")]
    otp_guesses_per_client_hour: Annotated[
        int, Field(default=60, ge=1, description="Codes shown per client, for all addresses.")
    ]
    otp_guesses_per_address_client_day: Annotated[
        int, Field(default=25, ge=1, description="Codes shown per address and client.")
    ]
    otp_guesses_per_address_day: Annotated[
        int,
        Field(
            default=100,
            ge=1,
            description="Codes shown per address, by all clients that never signed in with it.",
        ),
    ]
    otp_guesses_elsewhere_day: Annotated[
        int,
        Field(
            default=10,
            ge=1,
            description="Codes shown per address by clients that did not ask for one.",
        ),
    ]
    google_client_id: Annotated[str, setting("", "Google sign-in is on where this is set.")]
    google_client_secret: Annotated[SecretStr, setting(SecretStr(""), "For Google's code flow.")]
    google_redirect_uri: Annotated[str, setting("postmessage", "The code flow's redirect URI.")]
    google_token_url: Annotated[
        str, setting("https://oauth2.googleapis.com/token", "Where Google takes a code.")
    ]
    google_certs_url: Annotated[
        str, setting("https://www.googleapis.com/oauth2/v3/certs", "Google's public keys.")
    ]
    google_tokeninfo_url: Annotated[
        str,
        setting("https://oauth2.googleapis.com/tokeninfo", "Where Google explains access tokens."),
    ]
    known_client_seconds: Annotated[
        Seconds,
        setting(
            180 * 86_400, "How long a device is known after a customer last signed in with it."
        ),
    ]
    access_token_seconds: Annotated[Seconds, setting(900, "How long an access token lives.")]
    refresh_token_seconds: Annotated[
        Seconds, setting(30 * 86_400, "How long a refresh token lives.")
    ]
    session_seconds: Annotated[
        Seconds, setting(90 * 86_400, "How long a sign-in lasts, however often it is renewed.")
    ]
    contact_proof_seconds: Annotated[
        Seconds,
        setting(600, "How long after a sign-in by code a contact is changed without another."),
    ]
    refresh_grace_seconds: Annotated[
        Seconds, setting(10, "How long a used refresh token still answers with its successors.")
    ]
