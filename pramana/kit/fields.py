"""What a request's fields may hold, said so that OpenAPI says it too."""

from typing import Final

NO_NUL: Final = r"^[^\x00]*$"
"""PostgreSQL keeps every character but this one."""
NOT_BLANK: Final = r"^[^\x00]*[^\s\x00][^\x00]*$"
READABLE: Final = r"^[^\x00-\x1f\x7f]*\w[^\x00-\x1f\x7f]*$"
"""Something a person can tell apart: one letter or digit at least, nothing invisible."""
ADDRESS: Final = r"^https?://[!-~\u00a1-\ud7ff]+$"
