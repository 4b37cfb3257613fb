"""Gateway calls of gift cards, each between two transactions."""
