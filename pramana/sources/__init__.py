"""Sources that are followed: folders, mailboxes, feeds and buckets whose files become documents.

Web pages and sites are sources of the library: see `pramana.documents.services.web_sources`.
"""
