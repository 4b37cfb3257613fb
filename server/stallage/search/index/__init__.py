"""Finds products: ranking, filters and facets over a tantivy index in the data folder.

The index is a cache that can be thrown away: it is built from the database where it is missing, broken
or of another form, one process at a time writes it, and the others open what was committed. It answers
product ids and counts; what is shown comes from PostgreSQL. A shop on many machines replaces the
functions `find` and `count_facets` and the class `IndexWriting` by a search server's.
"""
