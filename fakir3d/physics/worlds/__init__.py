"""The engines, each behind the one protocol of ``protocol.py``."""
