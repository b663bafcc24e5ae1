"""Tokens, scripts, transliteration, calendars. Pure."""
