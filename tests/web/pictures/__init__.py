"""The documentation's pictures, taken by the browser that the tests use."""
