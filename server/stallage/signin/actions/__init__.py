"""Actions of sign-in: rate limits, codes, tokens, contacts."""
