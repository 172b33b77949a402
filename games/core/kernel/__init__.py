"""Searches as plain loops over integers, interpreted or compiled."""
