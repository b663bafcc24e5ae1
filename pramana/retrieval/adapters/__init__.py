"""Who may give a second opinion on a ranking."""
