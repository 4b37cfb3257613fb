"""Errors of the operators' API."""

from __future__ import annotations

from stallage.core.errors import ApiError


class OperatorUnauthorized(ApiError):
    """The session or access token is missing, invalid or expired."""

    code = "unauthorized"
    status = 401
    message = "Please sign in to continue."


class Forbidden(ApiError):
    """The operator lacks a permission; `permission` names it."""

    code = "forbidden"
    status = 403
    message = "Your role does not allow this."


class CsrfRefused(ApiError):
    """The request has a session cookie, but not its CSRF token."""

    code = "csrf_token_invalid"
    status = 403
    message = "This request did not come from the back office. Please reload the page."


class StepUpRequired(ApiError):
    """The operator has to prove their identity again first."""

    code = "step_up_required"
    status = 403
    message = "Please confirm that it is you."


class CrossSiteRefused(ApiError):
    """Another website sent a request to sign in."""

    code = "cross_site_request"
    status = 403
    message = "This request did not come from the back office."


class SignInRefused(ApiError):
    """Email, password, code or passkey are wrong; the message does not say which."""

    code = "sign_in_refused"
    status = 422
    message = "This did not work. Please check what you entered."


class ProofRefused(ApiError):
    """The password, code or passkey of a signed-in operator is wrong."""

    code = "proof_refused"
    status = 422
    message = "This did not work. Please try again."


class ChallengeExpired(ApiError):
    """The step before this one is too long ago, was used already, or failed too often."""

    code = "challenge_expired"
    status = 409
    message = "This took too long. Please start again."


class LinkInvalid(ApiError):
    """The invitation or reset link is unknown, expired or was used already."""

    code = "link_invalid"
    status = 404
    message = "This link is no longer valid. Please ask for a new one."


class FirstOwnerRefused(ApiError):
    """The link for the first owner is unknown or has expired, or an owner can sign in already."""

    code = "first_owner_refused"
    status = 404
    message = (
        "This link does not work any more. If the shop has no owner yet, start it again for a new"
        " one."
    )


class PasskeysUnavailable(ApiError):
    """Browsers have no passkeys at this address: it has no TLS, or an IP address instead of a name."""

    code = "passkeys_unavailable"
    status = 409
    message = "Passkeys need an address with HTTPS, or localhost."


class LastSignInMethod(ApiError):
    """The operator could not sign in any more."""

    code = "last_sign_in_method"
    status = 409
    message = "Add another way to sign in before you remove this one."


class SecondFactorMissing(ApiError):
    """A password needs an authenticator app."""

    code = "second_factor_missing"
    status = 409
    message = "Please set up an authenticator app before you set a password."


class LastOwner(ApiError):
    """Nobody else could manage the shop."""

    code = "last_owner"
    status = 409
    message = "The shop needs at least one owner who can sign in."


class EmailTaken(ApiError):
    """A team member has this email address already."""

    code = "email_taken"
    status = 409
    message = "Somebody on the team has this email address already."


class AlreadySetUp(ApiError):
    """The team member can sign in and needs no invitation."""

    code = "already_set_up"
    status = 409
    message = "This team member can sign in already. Reset their sign-in instead."


class MemberDisabled(ApiError):
    """The team member is disabled."""

    code = "member_disabled"
    status = 409
    message = "This team member is disabled. Enable them first."


class UnknownRole(ApiError):
    """No role has this name."""

    code = "unknown_role"
    status = 422
    message = "This role does not exist."

    def __init__(self) -> None:
        super().__init__(fields={"role": [self.message]})


class RoleTaken(ApiError):
    """A role has this name already."""

    code = "role_taken"
    status = 409
    message = "A role has this name already."


class RoleInUse(ApiError):
    """Team members have the role."""

    code = "role_in_use"
    status = 409
    message = "Team members have this role. Give them another one first."


class BuiltInRole(ApiError):
    """Built-in roles cannot be changed."""

    code = "built_in_role"
    status = 409
    message = "Built-in roles cannot be changed. Add a role of your own instead."


class TooManyItems(ApiError):
    """The operator has as many sessions, passkeys or tokens as allowed."""

    code = "too_many_items"
    status = 409
    message = "There are too many of these already. Please remove one first."
