"""REST for programs, over the same services as the pages. docs/api.md says how to use it."""
