"""How operators keep stock."""
