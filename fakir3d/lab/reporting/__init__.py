"""What an audit found, as files: a page for people, JUnit XML for CI, JSON for programs."""
