"""The adapters: one program for each parser, which answers the cross-check's lines. `crosscheck.adapters` lists them."""
