"""What this Discord refuses: limits, forms, errors, rate limits, its own API description, and faults on demand."""
