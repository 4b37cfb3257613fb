"""The schema of stamp cards: a chain of its own, beside Stallage's."""
