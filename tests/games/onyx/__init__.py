"""Tests of Onyx."""
