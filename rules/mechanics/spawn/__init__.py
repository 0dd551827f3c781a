"""The spawn step and the kinds of cards that every game has."""
