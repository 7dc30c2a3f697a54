"""What an audit found, as files: page, JUnit XML, JSON."""
