"""Countries in which reductions must refer to the lowest price of the 30 days before them."""

from __future__ import annotations

from typing import Final, Literal

PriorPriceRule = Literal["auto", "always", "never"]

# fmt: off
EU: Final = frozenset({
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU",
    "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
})
# fmt: on
"""The member states: Directive 98/6/EC, article 6a, as inserted by Directive (EU) 2019/2161."""

COUNTRIES: Final = EU | {"NO"}
"""Norway has had the same rule since 2023-10-01: prisopplysningsforskriften, section 9a."""


def rule_applies(choice: PriorPriceRule, country: str) -> bool:
    """Whether the rule applies to a shop in this country (ISO 3166-1 alpha-2)."""
    return choice == "always" or (choice == "auto" and country in COUNTRIES)
