"""The shop itself: its name and logo, where its images are served from, and what it offers."""
