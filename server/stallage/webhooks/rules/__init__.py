"""Topics, signatures and pauses of webhooks."""
