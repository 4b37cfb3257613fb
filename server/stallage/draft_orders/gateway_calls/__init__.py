"""Places orders from drafts."""
