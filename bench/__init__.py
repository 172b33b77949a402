"""Benchmarks: each module is a program, `python -m bench.<name>`."""
