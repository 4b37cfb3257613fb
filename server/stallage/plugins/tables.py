"""Tables of a plug-in: exactly those that begin with its name and an underscore."""

from __future__ import annotations

from stallage.core.packages import feature_of
from stallage.core.tables import Model, metadata
from stallage.features import parts
from stallage.plugins.installed import Plugin


def verify_tables(plugin: Plugin) -> None:
    """Check names and foreign keys of the tables. Imports all models. Raises PluginError."""
    parts("models")
    own = own_tables(plugin)
    for name, table in metadata.tables.items():
        belongs = name.startswith(f"{plugin.name}_")
        if name in own and not belongs:
            raise plugin.error(f"the table {name} does not begin with {plugin.name}_.")
        if belongs and name not in own:
            raise plugin.error(f"tables of other features begin with {plugin.name}_: {name}.")
        for key in table.foreign_keys if name in own else ():
            target = key.target_fullname.partition(".")[0]
            if target not in own and key.ondelete not in ("CASCADE", "SET NULL"):
                raise plugin.error(
                    f"the foreign key of {name} to {target} must have ON DELETE CASCADE or SET"
                    " NULL: it remains when the plug-in is uninstalled."
                )


def own_tables(plugin: Plugin) -> set[str]:
    """Return the tables of a plug-in's models."""
    parts("models")
    return {
        str(mapper.class_.__tablename__)
        for mapper in Model.registry.mappers
        if feature_of(mapper.class_.__module__) == plugin.name
    }
