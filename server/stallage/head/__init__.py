"""Head markup of client routes, and the files that crawlers and browsers request."""
