"""The changelog's format, and releases, which write the version everywhere or change nothing."""

from __future__ import annotations

import datetime
import json
import re
import shutil
import subprocess
from pathlib import Path

import changelog
import pytest
import release

from stallage import __version__

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
DAY = datetime.date(2031, 5, 6)
FILES = (
    "CHANGELOG.md",
    "contract/admin.openapi.json",
    "contract/openapi.json",
    "contract/routes.json",
    "server/requirements.txt",
    "server/pyproject.toml",
    "server/stallage",
    "tools/sbom.py",
    "web/package.json",
    "web/package-lock.json",
)
CHANGES = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- An entry.\n"


def test_the_changelog_keeps_its_form() -> None:
    assert changelog.unreleased((ROOT / "CHANGELOG.md").read_text())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# Changelog\n", "no section"),
        ("## Unreleased\n", "neither"),
        ("## [Unreleased] - 2031-01-01\n", "has no date"),
        ("## [Unreleased]\n\n- An entry.\n", "outside a section"),
        ("## [Unreleased]\n\n### New\n\n- An entry.\n", "does not belong"),
        ("## [Unreleased]\n\n### Added\n\n### Fixed\n\n- An entry.\n", "empty"),
        ("## [Unreleased]\n\n## [1.0.0]\n", "no date"),
        ("## [Unreleased]\n\n## [1.0]- 2031-01-01\n", "neither"),
        ("## [Unreleased]\n## [1.0.0] - 2031-01-01\n## [1.2.0] - 2031-01-02\n", "not older"),
    ],
)
def test_another_form_is_refused(text: str, message: str) -> None:
    with pytest.raises(changelog.ChangelogError, match=message):
        changelog.releases(text)


def test_unreleased_changes_become_a_dated_release() -> None:
    found = changelog.releases(changelog.dated(CHANGES, "1.0.0", DAY))
    assert found == {"Unreleased": {}, "1.0.0": {"Added": "- An entry.\n"}}


def test_the_version_is_everywhere_the_same() -> None:
    package = json.loads((ROOT / "web/package.json").read_text())
    lock = json.loads((ROOT / "web/package-lock.json").read_text())
    document = json.loads((ROOT / "contract/openapi.json").read_text())
    bill = json.loads((ROOT / "server/stallage/sbom.cdx.json").read_text())
    assert {
        package["version"],
        lock["version"],
        lock["packages"][""]["version"],
        document["info"]["version"],
        bill["metadata"]["component"]["version"],
    } == {__version__}


def git(tree: Path, *words: str) -> str:
    identity = ("-c", "user.name=Ada", "-c", "user.email=ada@example.com")
    done = subprocess.run(
        ["git", *identity, *words], cwd=tree, check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a repository with the files that a release reads and writes."""
    for kind in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{kind}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{kind}_EMAIL", "ada@example.com")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "server"))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            # Pictures and templates are not read.
            skipped = shutil.ignore_patterns("*.jpg", "*.png", "__pycache__")
            shutil.copytree(ROOT / name, tmp_path / name, ignore=skipped)
        else:
            shutil.copyfile(ROOT / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Start")
    return tmp_path


def test_a_release_writes_the_version_everywhere_and_tags(tree: Path) -> None:
    built = []

    def build(root: Path) -> None:
        # The wheel is built from the release's commit.
        built.append(git(root, "log", "-1", "--format=%s").strip())

    release.release(tree, "7.8.9", DAY, build)
    assert built == ["Release 7.8.9"]
    assert git(tree, "tag", "--points-at", "HEAD").strip() == "v7.8.9"
    assert git(tree, "status", "--porcelain") == ""
    assert '__version__ = "7.8.9"' in (tree / release.VERSION_FILE).read_text()
    assert json.loads((tree / "web/package.json").read_text())["version"] == "7.8.9"
    lock = json.loads((tree / "web/package-lock.json").read_text())
    assert (lock["version"], lock["packages"][""]["version"]) == ("7.8.9", "7.8.9")
    released = (tree / "contract/released/7.8.9.json").read_text()
    assert json.loads(released)["info"]["version"] == "7.8.9"
    assert released == (tree / "contract/openapi.json").read_text()
    bill = json.loads((tree / "server/stallage/sbom.cdx.json").read_text())
    assert bill["metadata"]["component"]["version"] == "7.8.9"
    assert "## [7.8.9] - 2031-05-06" in (tree / "CHANGELOG.md").read_text()
    with pytest.raises(release.ReleaseFailed, match="Nothing is unreleased"):
        release.check(tree, "7.9.0", DAY)


def test_a_failed_build_leaves_the_tree_as_it_was(tree: Path) -> None:
    start = git(tree, "rev-parse", "HEAD")

    def build(_: Path) -> None:
        raise subprocess.CalledProcessError(1, "tools/package")

    with pytest.raises(subprocess.CalledProcessError):
        release.release(tree, "7.8.9", DAY, build)
    assert git(tree, "rev-parse", "HEAD") == start
    assert git(tree, "status", "--porcelain") == ""
    assert git(tree, "tag") == ""


def test_a_release_is_refused_unless_everything_is_ready(tree: Path) -> None:
    with pytest.raises(release.ReleaseFailed, match="not a version"):
        release.check(tree, "7.8", DAY)
    changed = tree / "web/package.json"
    before = changed.read_text()
    changed.write_text(before + "\n")
    with pytest.raises(release.ReleaseFailed, match=r"web/package\.json"):
        release.check(tree, "7.8.9", DAY)
    changed.write_text(before)
    git(tree, "tag", "v7.8.9")
    with pytest.raises(release.ReleaseFailed, match="exists"):
        release.check(tree, "7.8.9", DAY)


def test_a_breaking_release_needs_a_changelog_entry_and_a_minor_version(tree: Path) -> None:
    document = json.loads((tree / "contract/openapi.json").read_text())
    document["paths"]["/api/gone"] = {"get": {"operationId": "gone", "responses": {}}}
    released = tree / "contract/released/0.4.0.json"
    released.parent.mkdir()
    released.write_text(json.dumps(document))
    (tree / "CHANGELOG.md").write_text(
        CHANGES + "\n## [0.4.0] - 2030-01-01\n\n### Added\n\n- Another.\n"
    )
    git(tree, "add", ".")
    git(tree, "commit", "--quiet", "--message", "Release 0.4.0")
    with pytest.raises(release.ReleaseFailed, match="GET /api/gone: operation removed"):
        release.check(tree, "0.5.0", DAY)
    quoted = "### Breaking\n\n- `GET /api/gone: operation removed`.\n\n### Added"
    text = (tree / "CHANGELOG.md").read_text()
    (tree / "CHANGELOG.md").write_text(re.sub("### Added", quoted, text, count=1))
    git(tree, "commit", "--quiet", "--all", "--message", "Say what breaks")
    with pytest.raises(release.ReleaseFailed, match="minor version has to rise"):
        release.check(tree, "0.4.1", DAY)
    with pytest.raises(release.ReleaseFailed, match="not newer"):
        release.check(tree, "0.3.0", DAY)
    release.check(tree, "0.5.0", DAY)
