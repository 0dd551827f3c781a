"""The danger bar: points raise a survivor, the highest survivor sets the table's level."""
