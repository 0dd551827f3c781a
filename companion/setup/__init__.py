"""Before the first round: what is played, by whom, and who draws what. The form lives in the URL."""
