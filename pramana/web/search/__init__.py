"""Search over passages and everything else."""
