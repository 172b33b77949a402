"""Searches in plain loops over integers: run as they are written, or compiled."""
