"""What callers get, for the schema and its readers. Nothing is validated against these when it is sent; tests do that.

Fields may be added, none is renamed.
"""
