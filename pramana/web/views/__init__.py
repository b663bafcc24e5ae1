"""One module per page: parse, call one thing, render."""
