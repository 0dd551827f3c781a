"""Before the first round: what is played, by whom, and who draws what.

The form lives in the address, so every step is a link and nothing needs a script.
"""
