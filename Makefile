# Two commands are enough to begin with: `make demo` and `make test`. Plain `make` lists the rest.
# Needed beforehand: python3 (3.11 to 3.13) with python3-venv, git, make.

.DEFAULT_GOAL := help
.PHONY: help demo test test-long check bench fuzz fix serve worker lock audit clean runtime dev system-packages

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: runtime ## play the story of one pull request, held and released, against a simulated GitHub (ARGS=--once: unattended)
	@.venv/bin/gate demo $(ARGS)

test: system-packages check ## everything a change must pass: lint, types, contracts, our workflows, tests on real servers, coverage
	@sh scripts/test.sh

test-long: system-packages check ## the same with the long forms of the tests
	@GATE_TEST_LONG=1 sh scripts/test.sh

check: dev ## lint, types, import contracts, our own workflows, documentation; no servers
	@echo "==> lint"
	@.venv/bin/ruff check --quiet .
	@.venv/bin/ruff format --quiet --check .
	@echo "==> types"
	@.venv/bin/mypy gate rules worker tests
	@echo "==> import contracts"
	@.venv/bin/lint-imports
	@echo "==> our own workflows"
	@.venv/bin/zizmor --quiet --offline --no-progress .github
	@echo "==> documentation"
	@.venv/bin/pytest -q tests/test_repository.py

bench: dev ## measure the inspection, into docs/benchmarks.md (intake beside Probot, which needs node and wrk: tests/benchmarks/intake.py)
	@.venv/bin/python -m tests.benchmarks.inspection $(ARGS)

fuzz: dev ## feed every parser broken and hostile input for MINUTES (10), with atheris where it is installed
	@.venv/bin/python -m tests.fuzz --minutes $(or $(MINUTES),10) $(ARGS)

fix: dev ## mend what can be mended by machine, and write the generated pages anew
	@.venv/bin/ruff check --fix .
	@.venv/bin/ruff format .
	@.venv/bin/python -m gate.settings_pages
	@.venv/bin/python -m gate.policy_pages
	@.venv/bin/python -m rules.catalog_page

serve: runtime ## run the service here (settings: .env.example)
	@.venv/bin/gate serve

worker: runtime ## run one Celery worker here (needs GATE_BROKER_URL)
	@.venv/bin/celery -A worker.app worker

lock: dev ## lock the dependencies anew (ARGS=--upgrade: take newer versions)
	@sh scripts/lock.sh $(ARGS)

audit: dev ## ask a public service for known weaknesses in what is locked
	@.venv/bin/pip-audit --strict --disable-pip --require-hashes -r requirements/runtime.txt

clean: ## remove what was made here, except data (var/)
	@rm -rf .venv .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache build ./*.egg-info
	@find gate rules worker tests -name __pycache__ -type d -prune -exec rm -rf {} +

runtime:
	@sh scripts/setup.sh runtime

dev:
	@sh scripts/setup.sh dev

system-packages:
	@sh scripts/system-packages.sh
