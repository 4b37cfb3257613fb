"""Product files of other shop systems: import and export."""
