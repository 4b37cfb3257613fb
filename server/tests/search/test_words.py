"""Which products search words find: spellings, units, model numbers, languages and synonyms."""

from __future__ import annotations

from pathlib import Path

import pytest

from stallage.search.index.analysis import analysis_of, language_of, measures
from stallage.search.rules import Synonyms, fold_phrase
from tests.search.ranking import product, searching


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("wifi router", "Wi-Fi router"),
        ("wi-fi router", "Wifi router"),
        ("wi fi router", "Wifi router"),
        ("headset", "Head set with cable"),
        ("head set", "Headset with cable"),
        ("tshirt", "T-shirt of cotton"),
        ("candlestick holders", "Candle stick holder"),
    ],
)
def test_joined_and_split_words(tmp_path: Path, typed: str, title: str) -> None:
    search = searching(tmp_path, [title, "Oak table", "Fire place"])
    assert search(typed) == [title]


@pytest.mark.parametrize("typed", ["AB-X9300", "abx9300", "AB X9300", "x9300", "ab-x9300 case"])
def test_model_numbers(tmp_path: Path, typed: str) -> None:
    titles = ["Phone AB-X9300", "Phone AB-X9301", "Case for AB-X9300", "Phone AB-X"]
    found = searching(tmp_path, titles)(typed)
    assert sorted(found[:2]) == ["Case for AB-X9300", "Phone AB-X9300"]
    assert "Phone AB-X9301" not in found


@pytest.mark.parametrize("typed", ["KT-100.2", "kt1002", "kt 100 2"])
def test_codes_without_separators(tmp_path: Path, typed: str) -> None:
    search = searching(tmp_path, [product("Plate", codes=["KT-100.2"]), "Plate 100", "Bowl 2"])
    assert search(typed)[0] == "Plate"


def test_a_model_number_has_no_near_matches(tmp_path: Path) -> None:
    assert searching(tmp_path, ["Toner TN2110"])("tn2120") == []


UNITS = [
    ("500 ml", "Bottle 500ml"),
    ("500ml", "Bottle 500 ml"),
    ("0.5 litres", "Bottle 0.5 L"),
    ("0,5l", "Bottle 0.5 L"),
    ("1/2 inch", 'Pipe 1/2"'),
    ('1/2"', "Pipe 1/2 inch"),
    ('15.6"', "Laptop sleeve 15.6 inch"),
    ("15.6 inches", 'Laptop sleeve 15.6"'),
    ("15,6 in", 'Laptop sleeve 15.6"'),
    ("2 metre", "Cable 2m"),
    ("1000 g", "Flour 1,000g"),
    ("2.50 kg", "Flour 2.5kg"),
]


@pytest.mark.parametrize(("typed", "title"), UNITS)
def test_units(tmp_path: Path, typed: str, title: str) -> None:
    others = ["Bottle 750 ml", 'Pipe 3/4"', "Laptop sleeve 14 inch", "Cable 3m", "Flour 500g 15 6"]
    assert searching(tmp_path, [*others, title])(typed) == [title]


def test_texts_that_are_no_measures() -> None:
    for text in ("3 in 1 tool", "AB500ml", "1.2.3", "10 lamps", "v2", "5 years", "1/2/3 in"):
        assert list(measures(text)) == [] or "in" not in text, text
    assert [word for *_, word in measures("3 in 1 tool with a 2 m cable")] == ["2m"]


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("kushion", "Cushion"),
        ("cusion", "Cushion"),
        ("cushino", "Cushion"),
        ("kandelstick", "Candlestick"),
        ("kandlestik", "Candlestick"),
        ("lantren", "Lantern"),
        ("xantern", "Lantern"),
        ("bwol", "Bowl"),
    ],
)
def test_typing_errors(tmp_path: Path, typed: str, title: str) -> None:
    search = searching(tmp_path, ["Cushion", "Candlestick", "Lantern", "Bowl", "Ladder"])
    assert search(typed) == [title]


def test_one_typing_error_before_two(tmp_path: Path) -> None:
    search = searching(tmp_path, ["Lantern", "Lectern"])
    assert search("lontern") == ["Lantern"]


def test_accents_and_plurals(tmp_path: Path) -> None:
    search = searching(tmp_path, ["Crème brûlée dishes", "Berry bowls", "Smørrebrød knife"])
    for typed, title in [
        ("creme brulee dish", "Crème brûlée dishes"),
        ("BRÛLÉE", "Crème brûlée dishes"),
        ("berries", "Berry bowls"),
        ("smorrebrod knives", "Smørrebrød knife"),
    ]:
        assert search(typed)[0] == title, typed


@pytest.mark.parametrize(
    ("locale", "title", "typed"),
    [
        ("de-AT", "Schüsseln aus Holz", "schussel holz"),
        ("fr", "Assiettes creuses", "assiette creuse"),
        ("es-ES", "Platos hondos", "plato hondo"),
        ("nl-NL", "Borden van hout", "bord hout"),
        ("sv", "Tallrikar", "tallrik"),
    ],
)
def test_stems_of_the_language(tmp_path: Path, locale: str, title: str, typed: str) -> None:
    assert searching(tmp_path, [title], language_of(locale))(typed) == [title]


def test_stop_words_of_the_language(tmp_path: Path) -> None:
    search = searching(tmp_path, ["Teller und Tassen", "Schale und Vase"], "german")
    assert search("der teller und die tassen") == ["Teller und Tassen"]


def test_every_language_has_analysers() -> None:
    assert language_of("pl-PL") == "none"
    for locale in ("ar", "da", "el", "fi", "hu", "it", "nb", "pt-BR", "ro", "ru", "ta", "tr", "xx"):
        assert analysis_of(language_of(locale)).stem("word"), locale


SYNONYMS = Synonyms.of({"Sofa": ["couch", "settee"], "câble  tidy": ["cord holder"]})


def test_synonyms(tmp_path: Path) -> None:
    titles = ["Couch of linen", "Settee", "Sofa of linen", "Cord holder", "Cord", "Tidy box"]
    search = searching(tmp_path, titles)
    assert search("sofa") == ["Sofa of linen"]
    assert len(search("sofas", SYNONYMS)) == 3, "in each form of the word"
    found = search("sofa", SYNONYMS)
    assert (found[0], sorted(found)) == (
        "Sofa of linen",
        ["Couch of linen", "Settee", "Sofa of linen"],
    )
    assert search("linen sofa", SYNONYMS)[:2] == ["Sofa of linen", "Couch of linen"]
    assert search("cable tidy", SYNONYMS)[0] == "Cord holder"
    assert search("couch", SYNONYMS) == ["Couch of linen"], "in one direction"


def test_synonyms_without_products(tmp_path: Path) -> None:
    search = searching(tmp_path, ["Bowl"])
    assert search("sofa", SYNONYMS) == []
    assert search("bowl", Synonyms.of({"bowl": ["", "!!", "basin"], "?": ["bowl"]})) == ["Bowl"]


def test_phrases_are_folded() -> None:
    assert fold_phrase("  Café-Crème  GROẞ! ") == "cafe creme gross"
    assert Synonyms.of({"A b c": ["d"], "e": ["f"]}).longest == 3
    assert Synonyms().find(["a"]) == ()
