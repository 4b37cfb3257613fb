"""Changes of orders on behalf of an operator: preview, then commit what was previewed."""
