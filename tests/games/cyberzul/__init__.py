"""Cyberzul: tests by section of its RULES.md."""
