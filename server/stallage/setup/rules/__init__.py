"""Rules of settings: sections, kinds of values, checks of new values."""
