"""Standard and reduced VAT rates of countries, as suggestions for operators to check.

Sources: the European Commission's table of VAT rates in member states, and the tax authorities of Great
Britain, Switzerland and Norway. Rates of single products, parking rates and regional exceptions are left out.
The United States have no such rate: sales tax depends on state, county and city.
"""

from __future__ import annotations

AS_OF = "2026-01"

RATES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "AT": ("MwSt.", "20", ("10", "13")),
    "BE": ("BTW", "21", ("6", "12")),
    "BG": ("ДДС", "20", ("9",)),
    "CY": ("ΦΠΑ", "19", ("3", "5", "9")),
    "CZ": ("DPH", "21", ("12",)),
    "DE": ("MwSt.", "19", ("7",)),
    "DK": ("Moms", "25", ()),
    "EE": ("Käibemaks", "24", ("9", "13")),
    "ES": ("IVA", "21", ("4", "10")),
    "FI": ("ALV", "25.5", ("10", "13.5")),
    "FR": ("TVA", "20", ("2.1", "5.5", "10")),
    "GR": ("ΦΠΑ", "24", ("6", "13")),
    "HR": ("PDV", "25", ("5", "13")),
    "HU": ("ÁFA", "27", ("5", "18")),
    "IE": ("VAT", "23", ("4.8", "9", "13.5")),
    "IT": ("IVA", "22", ("4", "5", "10")),
    "LT": ("PVM", "21", ("5", "12")),
    "LU": ("TVA", "17", ("3", "8", "14")),
    "LV": ("PVN", "21", ("5", "12")),
    "MT": ("VAT", "18", ("5", "7", "12")),
    "NL": ("BTW", "21", ("9",)),
    "PL": ("VAT", "23", ("5", "8")),
    "PT": ("IVA", "23", ("6", "13")),
    "RO": ("TVA", "21", ("11",)),
    "SE": ("Moms", "25", ("6", "12")),
    "SI": ("DDV", "22", ("5", "9.5")),
    "SK": ("DPH", "23", ("5", "19")),
    "GB": ("VAT", "20", ("5",)),
    "CH": ("MWST", "8.1", ("2.6", "3.8")),
    "NO": ("MVA", "25", ("12", "15")),
}
"""Country → local name, standard rate and reduced rates in per cent."""
