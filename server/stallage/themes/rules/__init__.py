"""Rules of themes: colours, contrast, style sheet."""
