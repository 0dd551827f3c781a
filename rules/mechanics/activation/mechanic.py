"""Extra activations, whatever causes them."""

from rules.mechanic import Mechanic
from rules.mechanics.activation.events import ActivationExtra

ACTIVATION = Mechanic(name="activation", events=(ActivationExtra,))
