"""Bullet behind the ``World`` protocol; the only package that knows it."""
