"""What the API says of the shop."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.schemas import Output

PaymentMethod = Literal["cod", "prepaid", "wallet", "walletAndPrepaid"]


class SocialLink(Output):
    """A place elsewhere where the shop speaks."""

    name: str = Field(examples=["Instagram"])
    url: str


class CompanyAddress(Output):
    """Where the shop is."""

    line1: str
    line2: str
    city: str
    state: str
    postal_code: str
    country: str


class CompanyLogo(Output):
    """The shop's name and mark."""

    company_name: str
    tagline: str
    logo_image: str | None = Field(description="A path; relative, see the CDN endpoints.")
    logo_image_dark: str | None = Field(description="The logo for dark grounds.")
    favicon_image: str | None
    primary_colour: str | None = Field(description="`#rrggbb`; null for the client's own.")
    email: str
    phone: str
    address: CompanyAddress | None
    social_links: list[SocialLink]


class CompanyLogoDetails(Output):
    """The wrapper that the specification names."""

    company_logo_details: CompanyLogo


class CdnEndpoints(Output):
    """Where the client loads pictures first and second; the shop itself is last."""

    # Spelled as the specification spells it.
    cdn_thirtd_party_end_point: Annotated[str, Field(alias="cdnThirtdPartyEndPoint")]
    cdn_local_end_point: str


class CdnDetails(Output):
    """The wrapper that the specification names."""

    company_logo_details: CdnEndpoints


class OtpChannels(Output):
    """Where a sign-in code can be sent."""

    email: bool
    phone: bool


class Applicability(Output):
    """What this shop can do now."""

    google_sign_in: bool
    otp: OtpChannels
    payment_methods: list[PaymentMethod]
    payment_gateway_mode: Literal[0, 1] = Field(description="0 test, 1 live.")
    wallet: bool
    guest_checkout: bool
    reviews: bool
    phone_required: bool = Field(
        description="Every order needs a phone number. Cash on delivery needs one in any case."
    )
    currency: str = Field(examples=["USD"])
    locale: str = Field(examples=["en-US"])
    country: str = Field(examples=["US"])
