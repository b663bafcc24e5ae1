"""Sources that are followed: folders, mailboxes, feeds and buckets, and what came from them."""
