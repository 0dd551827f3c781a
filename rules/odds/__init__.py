"""Exact chances, as fractions; no random trials. docs/odds.md explains the mathematics."""

from rules.odds.dice import break_chance, hit_chances, keep_chance
from rules.odds.spawn import Forecast, forecast
from rules.odds.steps import Chances

__all__ = ["Chances", "Forecast", "break_chance", "forecast", "hit_chances", "keep_chance"]
