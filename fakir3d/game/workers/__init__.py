"""Who performs a session's acts: this process, or a worker process."""
