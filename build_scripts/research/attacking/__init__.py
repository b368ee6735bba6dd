"""Attacks the transports of the guard in a network of its own."""
