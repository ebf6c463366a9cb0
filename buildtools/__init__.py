"""The steps behind build.py. Standard library only: they run before there is an environment."""
