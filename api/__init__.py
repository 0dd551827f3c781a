"""REST for programs, over the same services as the pages."""
