"""Extra activations, whatever causes them."""
