"""§1 Infrastructure: strings, percent-encoding, encodings and validation errors. Imports no other chapter."""
