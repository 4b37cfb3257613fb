"""Sign-in: one-time codes, Google, and the tokens that keep a visitor signed in.

A code verifies an email address or a phone number. Only its keyed hash is stored; one guarded statement
checks it, and it can be used once. A sign-in is a family of refresh tokens of which only the newest is
valid; using an older one ends the family.
"""
