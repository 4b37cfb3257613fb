"""`stallage features`, `check-feature` and `drop-feature`, and the commands of plug-ins."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from stallage.core.packages import plugin_entry_points
from stallage.features import FEATURES
from stallage.operating import in_transaction
from stallage.plugins.installed import disabled_features, installed_plugins, load
from stallage.plugins.leftovers import NothingLeft, drop_feature
from stallage.plugins.screens import screens_of


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(name="features")(list_features)
    app.command(name="check-feature")(check_feature)
    app.command(name="drop-feature")(drop)


def list_features() -> None:
    """List the features in their order, and the back office screens of plug-ins."""
    for name in FEATURES:
        typer.echo(f"{name:<20} Stallage")
    for plugin in installed_plugins():
        typer.echo(f"{plugin.name:<20} {plugin.distribution}")
        for screen in screens_of(plugin.name):
            typer.echo(f"{'':<20}   screen {screen.path}: {screen.title} ({screen.permission})")
    installed = {entry_point.name for entry_point in plugin_entry_points()}
    for name in sorted(disabled_features() & installed):
        typer.echo(f"{name:<20} disabled")


def check_feature(
    package: Annotated[str, typer.Argument(help="The plug-in's import package.")],
) -> None:
    """Check a plug-in against the architecture rules; see docs/extending.md."""
    # Imported here: it loads the models and SQLAlchemy, which no other command needs.
    check = import_module("stallage.architecture.plugin_check")
    violations = check.check_plugin(package)
    for violation in violations:
        typer.echo(violation)
    if violations:
        raise typer.Exit(1)
    typer.echo(f"{package} follows all rules.")


def drop(
    name: Annotated[str, typer.Argument(help="The feature's name, such as gift_registry.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Delete the tables and waiting jobs of a plug-in that was uninstalled."""
    if not yes:
        typer.confirm(f"Delete all data of {name}?", abort=True)
    tables = in_transaction(lambda connection: drop_feature(connection, name), NothingLeft)
    typer.echo(f"Deleted: {', '.join(tables)}")


def register_commands(app: typer.Typer) -> None:
    """Add the commands of plug-ins. Raises PluginError for duplicate names."""
    taken = dict.fromkeys(_names(app), "Stallage")
    for plugin in installed_plugins():
        module = load(plugin, "cli")
        if module is None:
            continue
        separate = typer.Typer()
        separate.callback()(lambda: None)
        try:
            module.register(separate)
            names = _names(separate)
        except Exception as error:
            raise plugin.error(f"its commands cannot be added: {error!r}") from error
        for name in names:
            if name in taken:
                raise plugin.error(f"{name} is a command of {taken[name]}.")
            taken[name] = plugin.distribution
        module.register(app)


def _names(app: typer.Typer) -> list[str]:
    """Return the names of an app's commands and groups."""
    return list(typer.main.get_group(app).commands)
