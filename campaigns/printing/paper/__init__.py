"""A campaign on paper: compressed, signed, cut into QR codes, and read back by any Safehouse."""
