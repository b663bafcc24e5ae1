"""Both calendars of Nepal: Bikram Sambat, in which its papers are dated, and the Gregorian."""

from pramana.language.calendar.bikram_sambat import BSDate, days_in_month, to_bs, to_gregorian
from pramana.language.calendar.dates import Calendar, DateFound, find_dates

__all__ = [
    "BSDate",
    "Calendar",
    "DateFound",
    "days_in_month",
    "find_dates",
    "to_bs",
    "to_gregorian",
]
