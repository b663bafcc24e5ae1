"""Tokens, stems, scripts, names, calendars and name tagging. Pure: no I/O and no Django."""
