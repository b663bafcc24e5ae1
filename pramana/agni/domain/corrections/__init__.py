"""What people correct in a session: set, rename, retype, merge, split, add, remove, take back."""

from pramana.agni.domain.corrections.application import CorrectionOutcome, apply_corrections
from pramana.agni.domain.corrections.contracts import SessionCorrection

__all__ = ["CorrectionOutcome", "SessionCorrection", "apply_corrections"]
