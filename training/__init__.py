"""How the models we ship were trained; not part of the product."""
