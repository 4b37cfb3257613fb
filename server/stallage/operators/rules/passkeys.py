"""Passkeys (WebAuthn): what a browser is asked, and whether its response is valid.

Responses are data of a stranger until they are verified. The library raises errors of many kinds for
malformed ones; all of them mean that the response is refused.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import orjson

from stallage.core.json_types import JsonObject

TIMEOUT_MS = 300_000


class InvalidPasskey(Exception):
    """The browser's response is malformed, of another shop or challenge, or wrongly signed."""


@dataclass(frozen=True, slots=True)
class PasskeyOrigin:
    """Where a shop's passkeys are valid."""

    host: str
    """The relying party's id."""
    origin: str


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """A verified new passkey."""

    credential_id: bytes
    public_key: bytes
    sign_count: int


def passkey_origin(public_url: str) -> PasskeyOrigin | None:
    """Return where passkeys of a shop at this URL are valid.

    None if browsers have no passkeys there: the host is an address instead of a name, or there is no TLS.
    """
    parts = urlsplit(public_url)
    host = parts.hostname or ""
    is_local = host == "localhost" or host.endswith(".localhost")
    if not host or (parts.scheme != "https" and not is_local):
        return None
    try:
        ipaddress.ip_address(host)
    except ValueError:
        port = f":{parts.port}" if parts.port else ""
        return PasskeyOrigin(host, f"{parts.scheme}://{host}{port}")
    return None


def user_handle(operator_id: int) -> bytes:
    """Return the id that passkeys hold instead of an email address."""
    return f"stallage-operator-{operator_id}".encode()


def creation_options(
    origin: PasskeyOrigin,
    challenge: bytes,
    *,
    shop: str,
    operator_id: int,
    email: str,
    name: str,
    existing: Sequence[bytes],
) -> JsonObject:
    """Return the argument of `navigator.credentials.create`, as JSON."""
    # Imported when needed: loading the library takes as long as all features together.
    import webauthn  # noqa: PLC0415
    from webauthn.helpers import structs  # noqa: PLC0415

    options = webauthn.generate_registration_options(
        rp_id=origin.host,
        rp_name=shop,
        user_id=user_handle(operator_id),
        user_name=email,
        user_display_name=name,
        challenge=challenge,
        timeout=TIMEOUT_MS,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=credential_id) for credential_id in existing
        ],
    )
    converted: JsonObject = orjson.loads(webauthn.options_to_json(options))
    return converted


def request_options(
    origin: PasskeyOrigin, challenge: bytes, allowed: Sequence[bytes] = ()
) -> JsonObject:
    """Return the argument of `navigator.credentials.get`, as JSON.

    Without `allowed` the browser offers all passkeys of the shop, so nobody has to type who they are.
    """
    import webauthn  # noqa: PLC0415
    from webauthn.helpers import structs  # noqa: PLC0415

    options = webauthn.generate_authentication_options(
        rp_id=origin.host,
        challenge=challenge,
        timeout=TIMEOUT_MS,
        allow_credentials=[
            structs.PublicKeyCredentialDescriptor(id=credential_id) for credential_id in allowed
        ],
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    converted: JsonObject = orjson.loads(webauthn.options_to_json(options))
    return converted


def verify_creation(origin: PasskeyOrigin, challenge: bytes, response: JsonObject) -> NewPasskey:
    """Return the passkey that a browser has created. Raises InvalidPasskey."""
    import webauthn  # noqa: PLC0415

    try:
        verified = webauthn.verify_registration_response(
            credential=response,
            expected_challenge=challenge,
            expected_rp_id=origin.host,
            expected_origin=origin.origin,
            require_user_verification=True,
        )
    except Exception as error:
        raise InvalidPasskey from error
    return NewPasskey(verified.credential_id, verified.credential_public_key, verified.sign_count)


def credential_id_of(response: JsonObject) -> bytes:
    """Return which passkey a response claims to be of. Raises InvalidPasskey."""
    from webauthn.helpers import base64url_to_bytes  # noqa: PLC0415

    try:
        return base64url_to_bytes(response["rawId"])
    except Exception as error:
        raise InvalidPasskey from error


def verify_assertion(
    origin: PasskeyOrigin,
    challenge: bytes,
    response: JsonObject,
    public_key: bytes,
    sign_count: int,
) -> int:
    """Return the new sign counter of a passkey that signed the challenge. Raises InvalidPasskey."""
    import webauthn  # noqa: PLC0415

    try:
        verified = webauthn.verify_authentication_response(
            credential=response,
            expected_challenge=challenge,
            expected_rp_id=origin.host,
            expected_origin=origin.origin,
            credential_public_key=public_key,
            credential_current_sign_count=sign_count,
            require_user_verification=True,
        )
    except Exception as error:
        raise InvalidPasskey from error
    return verified.new_sign_count


def load_library() -> None:
    """Import the library, which takes a fifth of a second the first time: call it in a thread."""
    import webauthn  # noqa: F401, PLC0415
