"""Sources that are followed: folders, mailboxes, feeds and buckets whose files become documents."""
