"""§1 Infrastructure: strings, percent-encoding, encodings and validation errors. Imports nothing above it."""
