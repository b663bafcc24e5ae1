"""E-mail: invitations, and word of work that waits for a person."""
