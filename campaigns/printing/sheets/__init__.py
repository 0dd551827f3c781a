"""The sheets, one module each: what a print stores, and what its template is given."""
