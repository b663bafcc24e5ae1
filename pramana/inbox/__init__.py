"""The inbox: everything that needs a person's decision or attention."""
