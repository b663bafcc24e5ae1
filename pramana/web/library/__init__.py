"""The library of documents, web sources and the reader."""
