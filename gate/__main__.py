"""The command line: `gate COMMAND`. Each command is a module of `gate.commands` with one function, `command`.

Only the module of the command that was asked for is loaded, so that `gate classify` in a hook does not pay for the service.
"""

from __future__ import annotations

import sys
from importlib import import_module

import typer

from gate.errors import GateError, InputError, SettingsError

COMMANDS = {
    "serve": "run the web service and its workers",
    "migrate": "bring the database's tables up to date",
    "demo": "play the whole story against a simulated GitHub on this machine",
    "inspect": "inspect a range of a local git repository, or a diff",
    "classify": "say which paths can run, or steer a run",
    "identify": "say who made a pull request",
    "policy": "check a policy file",
    "metrics": "measure how agents' pull requests were reviewed",
    "export": "print records of the service, one JSON object a line",
}


def main() -> None:
    """Runs one command. Exit status: 0 done, 1 what was asked about is there, 2 wrong use or unreadable input, with one line."""
    try:
        _application(sys.argv[1:])(standalone_mode=True)
    except (InputError, SettingsError) as fault:
        _complain(str(fault))
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone; nothing is left to say
        sys.exit(1)
    except GateError as fault:
        _complain(f"{fault}. {fault.explain}")


def _complain(text: str) -> None:
    for line in text.splitlines():
        sys.stderr.write(f"gate: {line}\n")
    sys.exit(2)


def _application(arguments: list[str]) -> typer.Typer:
    application = typer.Typer(
        name="gate",
        help="Gate holds coding agents' pull requests until a person has looked at what they can run.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    application.callback()(_callback)
    asked = [argument for argument in arguments if argument in COMMANDS][:1]
    for name in asked or COMMANDS:
        module = import_module(f"gate.commands.{name}")
        if isinstance(found := module.command, typer.Typer):
            application.add_typer(found, name=name, help=COMMANDS[name])
        else:
            application.command(name, help=COMMANDS[name])(found)
    return application


def _callback() -> None:
    """Gate holds coding agents' pull requests until a person has looked at what they can run."""


if __name__ == "__main__":
    main()
