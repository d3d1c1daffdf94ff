from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys

from sqlalchemy import text

from gate.db import Database
from gate.migrating import migrate
from tests.servers import free_port


def _migrate(folder, **settings):
    return subprocess.run(
        [sys.executable, "-m", "gate", "migrate"],
        cwd=folder,
        env={"PATH": os.environ["PATH"]} | {f"GATE_{name.upper()}": value for name, value in settings.items()},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_says_in_one_line_what_it_did(tmp_path, database_url):
    done = _migrate(tmp_path, database_url=database_url)

    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"the database was empty and is now at revision \d{4}\n", done.stdout)


def test_where_there_is_nothing_to_do_it_says_so(tmp_path):
    _migrate(tmp_path)

    done = _migrate(tmp_path)

    assert done.returncode == 0
    assert re.fullmatch(r"the database is at revision \d{4}, nothing to do\n", done.stdout)


def test_a_newer_versions_database_is_refused_in_one_line(tmp_path):
    url = f"sqlite:///{tmp_path}/gate.db"
    with contextlib.closing(Database(url)) as database:
        migrate(database)
        with database.engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    done = _migrate(tmp_path, database_url=url)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("gate: GATE_DATABASE_URL: the database is at revision 9999, which a newer version")
    assert done.stderr.count("\n") == 1


def test_a_database_that_is_away_is_named_in_one_line_without_its_password(tmp_path):
    done = _migrate(tmp_path, database_url=f"postgresql://gate:pass-phrase@127.0.0.1:{free_port()}/gate")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("gate: GATE_DATABASE_URL: the database cannot be opened or migrated")
    assert done.stderr.count("\n") == 1
    assert "pass-phrase" not in done.stderr


def test_a_file_that_is_no_database_is_named_in_one_line(tmp_path):
    (tmp_path / "gate.db").write_text("this is not a database, but it is long enough to be taken for one" * 20)

    done = _migrate(tmp_path, database_url=f"sqlite:///{tmp_path}/gate.db")

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
