"""Bots: strategies over what a seat may see, and the tasks that play them."""
