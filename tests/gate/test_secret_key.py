"""The key of sessions and stored secrets."""

import threading

import pytest

from gate.errors import SettingsError
from gate.secret_key import load_secret_key


def test_a_given_key_is_used_and_nothing_is_written(tmp_path):
    assert load_secret_key(tmp_path / "data", "k" * 32) == b"k" * 32
    assert not (tmp_path / "data").exists()


def test_a_key_is_made_once_and_kept(tmp_path):
    first = load_secret_key(tmp_path / "data", None)

    assert len(first) >= 32
    assert load_secret_key(tmp_path / "data", None) == first


def test_the_file_is_readable_by_its_owner_alone(tmp_path):
    load_secret_key(tmp_path, None)

    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def test_nothing_but_the_key_is_left_in_the_folder(tmp_path):
    load_secret_key(tmp_path, None)

    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


def test_processes_that_start_at_once_agree_on_one_key(tmp_path):
    barrier = threading.Barrier(8)
    found = []

    def load():
        barrier.wait()
        found.append(load_secret_key(tmp_path, None))

    threads = [threading.Thread(target=load) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(found) == 8
    assert len(set(found)) == 1


def test_a_key_that_is_too_short_is_refused(tmp_path):
    (tmp_path / "secret_key").write_text("short")

    with pytest.raises(SettingsError, match="holds 5 bytes, expected at least 32"):
        load_secret_key(tmp_path, None)


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(SettingsError, match="can be neither read nor made"):
        load_secret_key(tmp_path / "file" / "data", None)
