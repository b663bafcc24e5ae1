"""Operations of the product itself: health, who one is, keys, members, jobs and runs."""
