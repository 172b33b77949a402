"""The tests of Quintet."""
