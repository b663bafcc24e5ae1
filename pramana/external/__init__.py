"""External: outside pages are found, weighed, let in by a person, and then cited like ours."""
