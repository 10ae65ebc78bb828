"""The engine of Meldhouse: Rummy under declarative rule profiles. Needs the standard library and pydantic only."""
