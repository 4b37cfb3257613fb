"""Reads and dates `CHANGELOG.md`, in the format of Keep a Changelog 1.1 with a Breaking section."""

from __future__ import annotations

import re
from datetime import date

UNRELEASED = "Unreleased"
SECTIONS = ("Breaking", "Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
HEADING = re.compile(r"^## \[(?P<name>[^\]]+)\](?: - (?P<day>\d{4}-\d{2}-\d{2}))?$")
VERSION = re.compile(r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$")


class ChangelogError(Exception):
    """The changelog has an invalid format; the text says where."""


def version_of(text: str) -> tuple[int, int, int]:
    """Parse `1.2.3`. Raises ChangelogError."""
    if not (match := VERSION.match(text)):
        raise ChangelogError(f"{text} is not a version such as 1.2.3.")
    major, minor, patch = (int(one) for one in match.groups())
    return major, minor, patch


def releases(text: str) -> dict[str, dict[str, str]]:
    """Return sections with their texts by version or Unreleased, newest first. Raises ChangelogError."""
    found: dict[str, dict[str, str]] = {}
    sections: dict[str, str] | None = None
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("## "):
            sections = found[_release(line, number, list(found))] = {}
            section = ""
        elif line.startswith("### "):
            section = line[4:]
            if sections is None or section not in SECTIONS or section in sections:
                raise ChangelogError(f"line {number}: {line} does not belong here.")
            sections[section] = ""
        elif sections is not None and line.strip():
            if not section:
                raise ChangelogError(f"line {number}: text outside a section.")
            sections[section] += line + "\n"
    if UNRELEASED not in found:
        raise ChangelogError("There is no section [Unreleased].")
    for name, parts in found.items():
        for heading, content in parts.items():
            if not content:
                raise ChangelogError(f"{heading} of {name} is empty.")
    return found


def _release(line: str, number: int, newer: list[str]) -> str:
    match = HEADING.match(line)
    if not match:
        raise ChangelogError(f"line {number}: {line} is neither [Unreleased] nor [1.2.3] - date.")
    name = match["name"]
    if name == UNRELEASED:
        if match["day"] or newer:
            raise ChangelogError(f"line {number}: [Unreleased] comes first and has no date.")
        return name
    if not match["day"]:
        raise ChangelogError(f"line {number}: {name} has no date.")
    date.fromisoformat(match["day"])
    before = [version_of(one) for one in newer if one != UNRELEASED]
    if any(one <= version_of(name) for one in before):
        raise ChangelogError(f"line {number}: {name} is not older than the release above it.")
    return name


def unreleased(text: str) -> dict[str, str]:
    """Return the sections of unreleased changes."""
    return releases(text)[UNRELEASED]


def dated(text: str, version: str, day: date) -> str:
    """Turn Unreleased into a release of that day, with a new empty Unreleased above it.

    Raises ChangelogError if nothing is unreleased or the version is not newer than the last.
    """
    found = releases(text)
    if not found[UNRELEASED]:
        raise ChangelogError("Nothing is unreleased.")
    last = next((name for name in found if name != UNRELEASED), None)
    if last and version_of(version) <= version_of(last):
        raise ChangelogError(f"{version} is not newer than {last}.")
    heading = f"## [{UNRELEASED}]\n"
    return text.replace(heading, f"{heading}\n## [{version}] - {day.isoformat()}\n", 1)
