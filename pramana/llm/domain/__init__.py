"""When to try again and when to leave a provider in peace: decisions without a clock."""
