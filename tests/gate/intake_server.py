"""A web process of its own, for tests that kill it: `python -m tests.gate.intake_server DATABASE_URL [FILE_SIZE_LIMIT]` prints its port."""

import resource
import socket
import sys

import uvicorn
from pydantic import SecretStr

from gate import logs
from gate.app import create_app
from gate.db import Database
from gate.settings import Settings
from gate.tables import Base
from tests.gate.serving import SECRET


def main(database_url: str, file_size_limit: str = "") -> None:
    """Serves the intake; no file may grow over `file_size_limit` bytes, as on a disk that is full."""
    logs.configure()
    database = Database(database_url)
    Base.metadata.create_all(database.engine)
    if file_size_limit:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(file_size_limit), int(file_size_limit)))
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    print(listener.getsockname()[1], flush=True)
    app = create_app(Settings(webhook_secret=SecretStr(SECRET)), database)
    uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False, ws="none")).run([listener])


if __name__ == "__main__":
    main(*sys.argv[1:])
