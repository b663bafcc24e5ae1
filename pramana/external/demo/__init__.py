"""Research in the demonstration: a run that waits for approval, and the pages it found."""
