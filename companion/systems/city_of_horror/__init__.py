"""City of Horror at the table: what its rules say, in words."""
