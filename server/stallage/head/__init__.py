"""Head markup of every client route, and the files that crawlers and browsers ask for."""
