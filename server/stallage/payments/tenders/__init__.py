"""The built-in tenders, one module each; see `stallage.tenders`."""
