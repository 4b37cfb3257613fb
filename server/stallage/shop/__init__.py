"""The shop itself: its name and mark, where its pictures lie, and what it can do now."""
