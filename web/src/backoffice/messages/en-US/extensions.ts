/** Installed plug-ins, their settings and screens. */
export const extensions = {
  "area.extensions": "Extensions",
  "extensions.title": "Extensions",
  "extensions.facts":
    "Plug-ins that are installed beside Stallage {version}. They are Python packages: install and remove them where the shop runs.",
  "extensions.docs":
    "The documentation’s page “Writing a plug-in” (docs/extending.md) says how to install, update and remove one.",
  "extensions.empty":
    "No plug-in is installed. Each adds a feature to the shop, such as a stamp card.",
  "extensions.disabled": "Disabled",
  "extensions.active": "Active",
  "extensions.problems": { one: "{count} problem", other: "{count} problems" },
  "extensions.requires": "Supports Stallage",
  "extensions.anyVersion": "Any version",
  "extensions.tables": "Tables",
  "extensions.routes": "Routes",
  "extensions.jobs": "Jobs",
  "extensions.screens": "Screens",
  "extensions.none": "None",
  "extensions.settings": "Settings of {name}",
  "extensions.findings": "Checks",
  "extensions.saved": "Settings saved",
  "extensions.leftovers": "Left by uninstalled plug-ins",
  "extensions.leftoversHelp":
    "Their tables still exist. Erasing a person does not delete data in them. Install the plug-in again, or run “stallage drop-feature {name}”.",
  "extensions.screenFailed": "The screen “{title}” of a plug-in failed",
} as const;
