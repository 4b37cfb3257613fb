"""Product imports as a kind of `stallage.imports`, and exports."""
