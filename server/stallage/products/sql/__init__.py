"""SQL that several queries share: prices, cards, SKUs. Functions return SQL text."""
