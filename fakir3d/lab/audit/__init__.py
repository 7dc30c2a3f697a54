"""Audits: games in which every act is performed and compared, by one process or many."""
