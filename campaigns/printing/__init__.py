"""The print room: jobs, sheets, and the only import of WeasyPrint."""
