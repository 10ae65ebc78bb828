"""Hosting: games, seats and their logs. Writes are ``services``, reads are ``selectors``."""
