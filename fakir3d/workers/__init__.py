"""Worker processes: one protocol of tasks, parts, notices, answers, cancelling and restarting, for everybody.

Engines hold Python's lock while they step and computer players think for seconds, so both work in processes of their
own. ``Worker`` and ``Task`` are our end; at the other end ``serve`` calls a handler for each task, which talks to us
through a ``Channel``. What goes through is pickled, by us, for us; nothing that comes from a file ever is.
"""

from fakir3d.workers.channel import Channel, TaskCancelledError
from fakir3d.workers.worker import MAX_RESTARTS, Task, Worker, wait_any

__all__ = ["MAX_RESTARTS", "Channel", "Task", "TaskCancelledError", "Worker", "wait_any"]
