"""How texts become words: language, accents, stems, joined words and measures.

The same analysis is applied to products and to what shoppers type. An index belongs to one language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

import tantivy

STEMMED = "stemmed"
PLAIN = "plain"
MAX_WORD = 64

LANGUAGES = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nb": "norwegian",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
}
"""First part of a locale → language that has a stemmer."""

NO_LANGUAGE = "none"
"""Words are compared without stemming."""

WITHOUT_STOP_WORDS = frozenset({NO_LANGUAGE, "arabic", "greek", "romanian", "tamil", "turkish"})

UNITS = {
    "in": ("in", "inch", "inches", '"', "″", "”", "''"),
    "ft": ("ft", "foot", "feet"),
    "ml": ("ml", "millilitre", "millilitres", "milliliter", "milliliters"),
    "cl": ("cl",),
    "l": ("l", "litre", "litres", "liter", "liters"),
    "mm": ("mm", "millimetre", "millimetres", "millimeter", "millimeters"),
    "cm": ("cm", "centimetre", "centimetres", "centimeter", "centimeters"),
    "m": ("m", "metre", "metres", "meter", "meters"),
    "mg": ("mg",),
    "g": ("g", "gr", "gram", "grams", "gramme", "grammes"),
    "kg": ("kg", "kgs", "kilo", "kilos", "kilogram", "kilograms"),
    "oz": ("oz", "ounce", "ounces"),
    "lb": ("lb", "lbs", "pound", "pounds"),
    "w": ("w", "watt", "watts"),
    "v": ("v", "volt", "volts"),
    "mah": ("mah",),
    "hz": ("hz", "hertz"),
    "mhz": ("mhz",),
    "ghz": ("ghz",),
    "mb": ("mb", "megabyte", "megabytes"),
    "gb": ("gb", "gigabyte", "gigabytes"),
    "tb": ("tb", "terabyte", "terabytes"),
}
"""Unit → the ways to write it after a number."""

_UNITS = {spelling: unit for unit, spellings in UNITS.items() for spelling in spellings}
# It begins with a digit, so that a text without digits is skipped quickly. A number does not begin within
# a model number or another number.
_MEASURE = re.compile(
    r"(\d(?<![^\W_]\d)(?<![.,/]\d)(?:[\d.,/]*\d)?)[ \u00a0-]?([^\W\d_]+|[\"″”]|'')"
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*(?:/\d+)?")
_THOUSANDS = re.compile(r"(?<=\d)[.,](?=\d{3}(?!\d))")
_TOGETHER = re.compile(r"[^\W_]+(?:[-/.'_+&][^\W_]+)+")
"""Words without a space between them: wi-fi, TN-2110."""
_ALPHABETIC = re.compile(r"[^\W\d_]")
_BETWEEN_TEXTS = "\n|\n"
_NEXT = re.compile(r"\s*(\S)")
_SEPARATORS = re.compile(r"[\W_]+")


def language_of(locale: str) -> str:
    """Return the language that texts of a locale such as `de-AT` are stemmed in."""
    return LANGUAGES.get(re.split(r"[-_]", locale.lower())[0], NO_LANGUAGE)


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysers of a language."""

    language: str
    plain: tantivy.TextAnalyzer
    """Splits text into lower-case words without accents."""
    stemmed: tantivy.TextAnalyzer
    """Splits text into word stems."""
    stop_words: tantivy.TextAnalyzer | None
    """Returns nothing for a word that is too common to be searched."""

    def stem(self, word: str) -> str:
        """Return the stem of a word that `plain` returned."""
        return _stem(self.stemmed, word)

    def is_stop_word(self, word: str) -> bool:
        """Whether a word is ignored, unless nothing else was typed."""
        if self.language == "english":
            return word in ENGLISH_STOP_WORDS
        return self.stop_words is not None and not self.stop_words.analyze(word)

    def key(self, text: str) -> str:
        """Return a name in the form in which whole names are compared."""
        return " ".join(self.stemmed.analyze(text))

    def joined(self, texts: Iterable[str], *, neighbours: bool) -> list[str]:
        """Return what texts also match when written as one word: Wi-Fi as wifi, 500 ml as 500ml.

        `neighbours`: also join each two words side by side, so that `headset` finds a head set.
        """
        texts = list(texts)
        # All at once, because there are many short texts.
        text = _BETWEEN_TEXTS.join(texts)
        found = {token for _, _, token in measures(text)}
        odd = " ".join([chunk for chunk in text.split() if not chunk.isalnum()])
        together = _TOGETHER.findall(odd)
        found.update(_SEPARATORS.sub("", one) for one in together if _ALPHABETIC.search(one))
        if neighbours:
            for each in texts:
                found.update(a + b for a, b in pairwise(self.plain.analyze(each)))
        return sorted(found)


@lru_cache(maxsize=8_192)
def _stem(analyser: tantivy.TextAnalyzer, word: str) -> str:
    return "".join(analyser.analyze(word)) or word


ENGLISH_STOP_WORDS = frozenset(
    {"a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "is", "it", "of", "on"}
    | {"or", "that", "the", "this", "to", "with", "without", "my", "your"}
)


@cache
def analysis_of(language: str) -> Analysis:
    """Return the analysers of a language."""
    stem = () if language == NO_LANGUAGE else (tantivy.Filter.stemmer(language),)
    stop_words = None
    if language not in WITHOUT_STOP_WORDS:
        stop_words = _words(tantivy.Filter.stopword(language))
    return Analysis(language, _words(), _words(*stem), stop_words)


def _words(*filters: tantivy.Filter) -> tantivy.TextAnalyzer:
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    builder = builder.filter(tantivy.Filter.remove_long(MAX_WORD))
    builder = builder.filter(tantivy.Filter.lowercase()).filter(tantivy.Filter.ascii_fold())
    for each in filters:
        builder = builder.filter(each)
    return builder.build()


def measures(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the start, end and word of each number with a unit: `15.6"` and `15,6 inch` are `15p6in`."""
    for match in _MEASURE.finditer(text):
        unit = _UNITS.get(match[2].lower())
        if unit is None or not _NUMBER.fullmatch(match[1]):
            continue
        following = _NEXT.match(text, match.end()) if match[2].lower() == "in" else None
        if following is not None and following[1].isalnum():
            # A preposition: `3 in 1`.
            continue
        number = _THOUSANDS.sub("", match[1]).replace(",", ".")
        if "." in number and "/" not in number:
            number = number.rstrip("0").rstrip(".")
        yield match.start(), match.end(), number.replace(".", "p").replace("/", "o") + unit
