"""Maps of the workshop: drawn together, in words and as one picture for page, table and paper."""
