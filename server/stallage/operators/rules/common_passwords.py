"""Parts of the commonest passwords: the words in published lists of leaked ones, longest first."""

from __future__ import annotations

_WORDS = """
password passwort passw0rd qwerty qwertz azerty letmein welcome willkommen admin administrator login
iloveyou loveyou princess sunshine monkey dragon master football baseball basketball superman batman
trustno shadow michael jennifer jessica charlie ashley jordan hunter daniel thomas robert andrew
computer internet samsung google facebook whatever starwars pokemon naruto mustang ferrari mercedes
porsche corvette harley yankees cowboys liverpool arsenal chelsea barcelona realmadrid manchester
summer sommer winter spring autumn january february march april june july august september october november
december monday tuesday wednesday thursday friday saturday sunday secret freedom hello flower cheese
cookie banana chocolate butterfly purple orange yellow silver golden diamond ginger pepper buster
soccer hockey tigger killer access changeme default guest user root test demo shop store stallage
america canada england france germany deutschland london newyork love baby angel lovely family friends
forever jesus christ blessed abc xyz asdf zxcv
"""

COMMON_PARTS = tuple(sorted(set(_WORDS.split()), key=lambda word: (-len(word), word)))
