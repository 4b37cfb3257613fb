"""SQL that several queries share."""
