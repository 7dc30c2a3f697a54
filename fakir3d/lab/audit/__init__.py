"""Audits: games in which every act is performed and compared."""
