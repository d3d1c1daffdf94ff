"""The settings: what is read, what follows from it, and the line that each fault gets."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from hypothesis import given
from hypothesis import strategies as st

from gate import settings_pages
from gate.errors import SettingsError
from gate.settings import FIELDS, Settings, load_settings

TOP = Path(__file__).parents[2]


def _pem(key):
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()


@pytest.fixture(scope="module")
def pem():
    return _pem(rsa.generate_private_key(public_exponent=65537, key_size=2048))


def _faults(env_file=None, **environ):
    with pytest.raises(SettingsError) as raised:
        load_settings(env_file, environ)
    return str(raised.value).splitlines()


# --- what is read ---------------------------------------------------------------------------------------------------


def test_without_any_variable_the_defaults_of_the_contract_hold():
    settings = load_settings(None, {})

    assert (settings.host, settings.port, settings.sweep_seconds) == ("127.0.0.1", 8000, 60)
    assert (settings.timezone, settings.retention_days, settings.broker_url) == ("UTC", 400, "")
    assert settings.database_url == "sqlite:///var/gate.db"
    assert settings.public_url == "http://127.0.0.1:8000"
    assert not settings.is_set_up


def test_the_public_url_follows_the_listen_address():
    assert load_settings(None, {"GATE_HOST": "::1", "GATE_PORT": "81"}).public_url == "http://[::1]:81"


def test_the_database_is_in_the_data_folder():
    assert load_settings(None, {"GATE_DATA_DIR": "/srv/gate"}).database_url == "sqlite:////srv/gate/gate.db"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_spelling_of_postgresql_means_the_driver_that_is_installed(scheme):
    settings = load_settings(None, {"GATE_DATABASE_URL": f"{scheme}://gate:p%40ss@db.example.com/gate"})

    assert settings.database_url == "postgresql+psycopg://gate:p%40ss@db.example.com/gate"


@pytest.mark.parametrize(
    ("api", "graphql", "web"),
    [
        ("https://api.github.com", "https://api.github.com/graphql", "https://github.com"),
        ("https://ghe.example.com/api/v3/", "https://ghe.example.com/api/graphql", "https://ghe.example.com"),
        ("https://api.acme.ghe.com", "https://api.acme.ghe.com/graphql", "https://acme.ghe.com"),
        ("http://127.0.0.1:4000", "http://127.0.0.1:4000/graphql", "http://127.0.0.1:4000"),
        ("http://localhost:4000/api/v3", "http://localhost:4000/api/graphql", "http://localhost:4000"),
        ("http://[::1]:4000", "http://[::1]:4000/graphql", "http://[::1]:4000"),
    ],
)
def test_githubs_other_addresses_follow_from_the_rest_address(api, graphql, web):
    settings = load_settings(None, {"GATE_GITHUB_API_URL": api})

    assert (settings.github_graphql_url, settings.github_web_url) == (graphql, web)


def test_an_address_that_is_given_is_not_derived():
    settings = load_settings(None, {"GATE_GITHUB_WEB_URL": "https://web.example.com/"})

    assert settings.github_web_url == "https://web.example.com"


def test_an_empty_variable_counts_as_not_set():
    assert load_settings(None, {"GATE_PORT": "", "GATE_APP_ID": " "}).port == 8000


def test_several_webhook_secrets_are_read_while_rotating(pem):
    settings = load_settings(
        None, {"GATE_APP_ID": "1", "GATE_PRIVATE_KEY": pem, "GATE_WEBHOOK_SECRET": "new secret, old-secret"}
    )

    assert settings.webhook_secrets == (b"new secret", b"old-secret")


def test_a_private_key_may_be_written_on_one_line(pem):
    one_line = pem.replace("\n", "\\n")

    settings = load_settings(None, {"GATE_APP_ID": "1", "GATE_PRIVATE_KEY": one_line, "GATE_WEBHOOK_SECRET": "s"})

    assert settings.private_key is not None
    assert settings.private_key.get_secret_value() == pem


def test_a_private_key_is_read_from_its_file(tmp_path, pem):
    file = tmp_path / "key.pem"
    file.write_text(pem)

    settings = load_settings(None, {"GATE_APP_ID": "1", "GATE_PRIVATE_KEY_FILE": str(file), "GATE_WEBHOOK_SECRET": "s"})

    assert settings.private_key is not None
    assert settings.private_key.get_secret_value() == pem


def test_a_signer_stands_in_for_the_key():
    settings = load_settings(
        None, {"GATE_APP_ID": "1", "GATE_SIGNER": "https://kms.example.com/sign", "GATE_WEBHOOK_SECRET": "s"}
    )

    assert settings.is_set_up


def test_settings_built_by_hand_do_not_look_at_the_environment(monkeypatch):
    monkeypatch.setenv("GATE_PORT", "9999")

    assert Settings().port == 8000


def test_the_environment_is_read_when_none_is_handed_in(monkeypatch):
    monkeypatch.setenv("GATE_PORT", "9999")

    assert load_settings(None).port == 9999


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GATE_HTTPS_PROXY", "http://user:pw@proxy.example.com:3128"),
        ("GATE_SMTP_URL", "smtps://user:pw@mail.example.com:465"),
        ("GATE_BROKER_URL", "rediss://:pw@redis.example.com:6379/1"),
        ("GATE_TIMEZONE", "Europe/Berlin"),
        ("GATE_HOST", "2001:db8::7"),
        ("GATE_DATABASE_URL", "sqlite:////srv/gate.db"),
        ("GATE_LOG_FORMAT", "console"),
        ("GATE_CLIENT_ID", "Iv1.0123456789abcdef"),
    ],
)
def test_a_good_value_is_taken_as_it_is(name, value):
    assert getattr(load_settings(None, {name: value}), name.removeprefix("GATE_").lower()) == value


def test_a_file_of_certificate_authorities_is_taken(tmp_path):
    file = tmp_path / "ca.pem"
    file.write_text("")

    assert load_settings(None, {"GATE_CA_FILE": str(file)}).ca_file == file


def test_every_secret_is_told_to_the_log_whole_and_in_its_parts(pem):
    settings = load_settings(
        None,
        {
            "GATE_APP_ID": "1",
            "GATE_PRIVATE_KEY": pem,
            "GATE_WEBHOOK_SECRET": "first-secret, second-secret",
            "GATE_API_TOKEN": "an-api-token",
            "GATE_DATABASE_URL": "postgresql://gate:database-password@db.example.com/gate",
        },
    )

    assert {"first-secret", "second-secret", "an-api-token", "database-password"} <= set(settings.secret_values())
    assert "" not in settings.secret_values()


# --- the env file ---------------------------------------------------------------------------------------------------


def test_the_environment_wins_over_the_file(tmp_path):
    file = tmp_path / "settings.env"
    file.write_text("export GATE_PORT=8001\nGATE_HOST='localhost'  # a note\n\nOTHER=1\n")

    settings = load_settings(file, {"GATE_PORT": "8002"})

    assert (settings.host, settings.port) == ("localhost", 8002)


def test_no_file_is_read_unless_it_is_named(tmp_path, monkeypatch):
    (tmp_path / ".env").write_text("GATE_PORT=1\n")
    monkeypatch.chdir(tmp_path)

    assert load_settings(None, {}).port == 8000


def test_the_default_file_may_be_missing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert load_settings(Path(".env"), {}).port == 8000


def test_a_named_file_that_is_missing_is_a_fault(tmp_path):
    [fault] = _faults(tmp_path / "none.env")

    assert "none.env cannot be read (No such file or directory)" in fault


def test_a_line_that_is_no_variable_is_named_by_its_number(tmp_path):
    file = tmp_path / "settings.env"
    file.write_text("GATE_PORT=8001\n!!! what\n")

    [fault] = _faults(file)

    assert "line 2 cannot be understood, expected NAME=value" in fault


def test_a_file_that_is_no_text_is_a_fault(tmp_path):
    file = tmp_path / "settings.env"
    file.write_bytes(b"GATE_HOST=\xff\xfe\n")

    [fault] = _faults(file)

    assert "is not UTF-8 text" in fault


def test_a_huge_file_is_a_fault(tmp_path):
    file = tmp_path / "settings.env"
    file.write_bytes(b"#" * (1024 * 1024 + 1))

    [fault] = _faults(file)

    assert "larger than 1 MB" in fault


def test_a_reference_in_the_file_is_not_followed(tmp_path):
    file = tmp_path / "settings.env"
    file.write_text("GATE_API_TOKEN=${HOME}\n")

    settings = load_settings(file, {})

    assert settings.api_token is not None
    assert settings.api_token.get_secret_value() == "${HOME}"


# --- faults ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("GATE_PORT", "abc", 'found "abc", expected a whole number from 1 to 65535'),
        ("GATE_PORT", "0", 'found "0", expected a whole number from 1 to 65535'),
        ("GATE_PORT", "65536", 'found "65536", expected a whole number from 1 to 65535'),
        ("GATE_PORT", "8000.0", 'found "8000.0", expected a whole number from 1 to 65535'),
        ("GATE_PORT", "tcp://10.0.0.1:80", 'found "tcp://10.0.0.1:80", expected a whole number'),
        ("GATE_SWEEP_SECONDS", "0", 'found "0", expected a whole number from 1'),
        ("GATE_SWEEP_SECONDS", "1_000", 'found "1_000", expected a whole number from 1'),
        ("GATE_RETENTION_DAYS", "-1", 'found "-1", expected a whole number from 1'),
        ("GATE_GITHUB_API_URL", "api.github.com", 'found "api.github.com", expected an https URL'),
        (
            "GATE_GITHUB_API_URL",
            "http://ghe.example.com/api/v3",
            "expected an https URL, or an http URL of this machine",
        ),
        ("GATE_GITHUB_API_URL", "https://user:pw@ghe.example.com", "expected an https URL"),
        ("GATE_GITHUB_WEB_URL", "https://", "expected an https URL"),
        ("GATE_GITHUB_GRAPHQL_URL", "https://x.example.com:99999", "expected an https URL"),
        ("GATE_PUBLIC_URL", "ftp://gate.example.com", "expected an http or https URL"),
        ("GATE_HOST", "not a host", 'found "not a host", expected a host name or an IP address'),
        ("GATE_TIMEZONE", "Mars/Olympus", "expected a name of the time zone database"),
        ("GATE_TIMEZONE", "../../etc/passwd", "expected a name of the time zone database"),
        ("GATE_LOG_FORMAT", "xml", 'found "xml", expected console or json'),
        ("GATE_CA_FILE", "/nowhere/ca.pem", "expected a readable PEM file"),
        ("GATE_DATA_DIR", "/etc/passwd", 'found "/etc/passwd", expected a folder'),
        ("GATE_CLIENT_ID", "two words", "expected one word"),
    ],
)
def test_a_wrong_value_gets_one_line_that_names_it(name, value, expected):
    [fault] = _faults(**{name: value})

    assert fault.startswith(f"{name}: ")
    assert expected in fault


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GATE_DATABASE_URL", "mysql://gate:hunter22@db.example.com/gate"),
        ("GATE_DATABASE_URL", "sqlite://"),
        ("GATE_DATABASE_URL", "sqlite:///:memory:"),
        ("GATE_DATABASE_URL", "postgresql://gate:hunter22@db.example.com"),
        ("GATE_DATABASE_URL", "hunter22"),
        ("GATE_BROKER_URL", "amqp://gate:hunter22@mq.example.com"),
        ("GATE_HTTPS_PROXY", "socks5://gate:hunter22@proxy.example.com"),
        ("GATE_SMTP_URL", "https://gate:hunter22@mail.example.com"),
        ("GATE_SECRET_KEY", "hunter22"),
        ("GATE_API_TOKEN", "hunter22 and more"),
        ("GATE_CLIENT_SECRET", "hunter22 and more"),
    ],
)
def test_a_wrong_value_that_may_hold_a_secret_is_not_shown(name, value):
    [fault] = _faults(**{name: value})

    assert fault.startswith(f"{name}: found a value of {len(value)} characters that is not shown, expected ")
    assert "hunter22" not in fault


def test_all_faults_are_told_at_once():
    faults = _faults(GATE_PORT="abc", GATE_TIMEZONE="nowhere", GATE_APP_ID="x")

    assert {fault.partition(":")[0] for fault in faults} == {
        "GATE_APP_ID",
        "GATE_PORT",
        "GATE_TIMEZONE",
        "GATE_PRIVATE_KEY or GATE_PRIVATE_KEY_FILE",
        "GATE_WEBHOOK_SECRET",
    }


def test_what_follows_from_a_wrong_setting_is_no_fault_of_its_own():
    assert len(_faults(GATE_GITHUB_API_URL="nonsense")) == 1


def test_an_app_without_its_secret_is_a_fault(pem):
    assert _faults(GATE_APP_ID="1", GATE_PRIVATE_KEY=pem) == [
        "GATE_WEBHOOK_SECRET: found nothing, expected a value since GATE_APP_ID is set"
    ]


def test_a_secret_without_an_app_is_a_fault():
    assert len(_faults(GATE_WEBHOOK_SECRET="s")) == 2


@pytest.mark.parametrize("secrets", [",", "a,,b", "a, "])
def test_an_empty_webhook_secret_among_several_is_a_fault(secrets, pem):
    [fault] = _faults(GATE_APP_ID="1", GATE_PRIVATE_KEY=pem, GATE_WEBHOOK_SECRET=secrets)

    assert "GATE_WEBHOOK_SECRET: found a value" in fault


def test_two_sources_of_one_key_are_a_fault(tmp_path, pem):
    file = tmp_path / "key.pem"
    file.write_text(pem)

    [fault] = _faults(GATE_APP_ID="1", GATE_WEBHOOK_SECRET="s", GATE_PRIVATE_KEY=pem, GATE_PRIVATE_KEY_FILE=str(file))

    assert "expected only one of the two" in fault


def test_a_key_of_another_kind_is_a_fault():
    pem = _pem(ec.generate_private_key(ec.SECP256R1()))

    [fault] = _faults(GATE_APP_ID="1", GATE_WEBHOOK_SECRET="s", GATE_PRIVATE_KEY=pem)

    assert "expected an RSA private key in PEM format" in fault
    assert pem.splitlines()[1] not in fault


@pytest.mark.parametrize(
    ("content", "words"), [(None, "No such file"), (b"\xff\xfe", "not text"), (b"x" * 70_000, "larger than 64 kB")]
)
def test_a_key_file_that_cannot_be_read_is_named(tmp_path, content, words):
    file = tmp_path / "key.pem"
    if content is not None:
        file.write_bytes(content)

    [fault] = _faults(GATE_APP_ID="1", GATE_WEBHOOK_SECRET="s", GATE_PRIVATE_KEY_FILE=str(file))

    assert str(file) in fault
    assert words in fault


def test_a_second_app_without_its_key_is_a_fault():
    [fault] = _faults(GATE_RELEASER_APP_ID="2")

    assert fault.startswith("GATE_RELEASER_PRIVATE_KEY or GATE_RELEASER_PRIVATE_KEY_FILE: found nothing")


def test_a_hostile_value_is_shown_on_one_short_line():
    [fault] = _faults(GATE_LOG_FORMAT="json\x1b[31m\nGATE_FORGED: all is well" + "x" * 500)

    assert "\x1b" not in fault
    assert len(fault) < 200


def test_an_unknown_variable_is_warned_about_with_the_name_that_was_meant():
    settings = load_settings(None, {"GATE_WEBHOOK_SECRETS": "hunter22", "GATE_NONSENSE_AT_ALL": "1", "PATH": "/bin"})

    assert settings.warnings == (
        "GATE_NONSENSE_AT_ALL is not a setting",
        "GATE_WEBHOOK_SECRETS is not a setting, perhaps GATE_WEBHOOK_SECRET was meant",
    )


def test_secrets_do_not_show_when_the_settings_are_printed(pem):
    settings = load_settings(
        None,
        {
            "GATE_APP_ID": "1",
            "GATE_PRIVATE_KEY": pem,
            "GATE_WEBHOOK_SECRET": "hunter22",
            "GATE_DATABASE_URL": "postgresql://gate:hunter22@db.example.com/gate",
            "GATE_BROKER_URL": "redis://:hunter22@redis.example.com:6379/0",
            "GATE_API_TOKEN": "hunter22",
        },
    )

    assert "hunter22" not in f"{settings!r} {settings}"
    assert "PRIVATE KEY" not in f"{settings!r}"


@given(st.dictionaries(st.sampled_from(sorted(f"GATE_{name.upper()}" for name in FIELDS)), st.text(max_size=30)))
def test_any_values_make_settings_or_lines_about_them(environ):
    lines = []
    try:
        load_settings(None, environ)
    except SettingsError as error:
        lines = str(error).splitlines()

    assert all(line.startswith("GATE_") for line in lines)


# --- the pages ------------------------------------------------------------------------------------------------------


def test_the_example_file_names_every_setting_as_it_is():
    assert (TOP / ".env.example").read_text() == settings_pages.env_example()


def test_the_configuration_page_describes_every_setting_as_it_is():
    assert (TOP / "docs" / "configuration.md").read_text() == settings_pages.configuration_page()


def test_the_example_file_is_a_valid_env_file(tmp_path):
    file = tmp_path / "example.env"
    file.write_text((TOP / ".env.example").read_text().replace("#GATE_", "GATE_"))

    assert load_settings(file, {}) == load_settings(None, {})


def test_both_pages_are_written_where_they_belong(tmp_path):
    (tmp_path / "docs").mkdir()

    settings_pages.write(tmp_path)

    assert (tmp_path / ".env.example").read_text() == settings_pages.env_example()
    assert (tmp_path / "docs" / "configuration.md").read_text() == settings_pages.configuration_page()
