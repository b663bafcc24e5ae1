"""Operations of the product itself: health, access, cases, jobs and runs."""
