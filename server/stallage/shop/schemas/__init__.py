"""Responses about the shop."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.schemas import Output

PaymentMethod = Literal["cod", "prepaid", "wallet", "walletAndPrepaid"]


class SocialLink(Output):
    """A profile of the shop on another site."""

    name: str = Field(examples=["Instagram"])
    url: str


class CompanyAddress(Output):
    """The shop's postal address."""

    line1: str
    line2: str
    city: str
    state: str
    postal_code: str
    country: str


class CompanyLogo(Output):
    """The shop's name, logo and contact details."""

    company_name: str
    tagline: str
    logo_image: str | None = Field(description="Path relative to the CDN endpoints.")
    logo_image_dark: str | None = Field(description="Logo for dark backgrounds.")
    logo_ratio: float | None = Field(
        default=None, description="Width of the logo divided by its height, if known."
    )
    favicon_image: str | None
    primary_colour: str | None = Field(description="`#rrggbb`; null for the client's default.")
    email: str
    phone: str
    address: CompanyAddress | None
    social_links: list[SocialLink]


class CompanyLogoDetails(Output):
    """Wrapper required by the specification."""

    company_logo_details: CompanyLogo


class CdnEndpoints(Output):
    """Where the client loads images from, first and second; then from the shop itself."""

    # The specification spells it this way.
    cdn_thirtd_party_end_point: Annotated[str, Field(alias="cdnThirtdPartyEndPoint")]
    cdn_local_end_point: str


class CdnDetails(Output):
    """Wrapper required by the specification."""

    company_logo_details: CdnEndpoints


class OtpChannels(Output):
    """Channels that sign-in codes can be sent through."""

    email: bool
    phone: bool


class Applicability(Output):
    """What this shop offers."""

    google_sign_in: bool
    otp: OtpChannels
    payment_methods: list[PaymentMethod]
    payment_gateway_mode: Literal[0, 1] = Field(description="0 test, 1 live.")
    wallet: bool
    guest_checkout: bool
    reviews: bool
    phone_required: bool = Field(
        description="Every order needs a phone number. Cash on delivery always needs one."
    )
    currency: str = Field(examples=["USD"])
    locale: str = Field(examples=["en-US"])
    country: str = Field(examples=["US"])


class ShopFrame(Output):
    """What every screen of the back office needs to know about the shop."""

    name: str
    time_zone: str = Field(description="IANA name; times of the back office are shown in it.")
    currency: str = Field(description="ISO 4217.")
    locale: str
    country: str = Field(description="ISO 3166-1 alpha-2.")
    is_test: bool = Field(
        description="Whether online payments are in test mode, so that orders paid online are test data."
    )
