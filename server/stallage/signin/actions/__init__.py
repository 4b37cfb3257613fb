"""What changes when somebody signs in: limits, codes, tokens, the visitor's own things."""
