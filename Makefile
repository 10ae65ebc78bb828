# The two commands that matter: `make run` plays, `make test` proves. Each makes .venv/ by itself when it is missing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV_PIN := 0.13.9
# uv gives the network up early where only pip is set up for it; then pip reads the same file.
define install
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r $(1) \
	    || { echo "uv cannot fetch what is needed; pip tries ..."; \
	        $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(1); }
endef
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help setup bench-setup run admin key test test-services laws oracle lint format types lock openapi compiled pure clean

help:  ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */\1\t/' | expand -t 16

# A stamp stands for "this lock file is installed"; the larger set includes the smaller one.
$(VENV)/bin/uv:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_PIN)

$(VENV)/.installed: requirements.txt | $(VENV)/bin/uv
	$(call install,requirements.txt)
	@touch $@

$(VENV)/.installed-dev: requirements-dev.txt | $(VENV)/bin/uv
	$(call install,requirements-dev.txt)
	@touch $(VENV)/.installed $@

setup: $(VENV)/.installed-dev  ## make .venv/ with everything for running and testing

$(VENV)/.installed-bench: requirements-bench.txt | $(VENV)/.installed-dev
	$(call install,requirements-bench.txt)
	@touch $@

bench-setup: $(VENV)/.installed-bench  ## add the peers of benchmarks/ and the outside judge (OpenSpiel) to .venv/

run: $(VENV)/.installed  ## start the server and the bots, print the address (PORT, HOST, RUMMY_DATA_DIR)
	@$(BIN)/python -m benchmarks.compiled check
	@exec $(BIN)/python -m config.supervisor

admin: $(VENV)/.installed  ## make an administrator of /admin/: asks for the name and, twice and unseen, the password
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py createsuperuser

key: $(VENV)/.installed  ## make an app key and print it once: make key NAME=shop SCOPES="games:create rules:write"
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py create_app_key "$(NAME)" $(addprefix --scope ,$(SCOPES))

format: setup  ## put the code into its form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: setup  ## ruff and the import rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --cache-dir .cache/imports

types: setup  ## mypy, strict
	$(BIN)/mypy .

# Tests start many processes; where the surroundings forbid it to be kept, each would compile Django's bytecode anew.
test test-services laws oracle: export PYTHONDONTWRITEBYTECODE =

test: lint types  ## every gate and every test that needs no outside service
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m pytest -n 2 $(ARGS)

laws: setup  ## the laws of the game over many random deals (LAWS_DEALS=2000: so many of every profile)
	$(BIN)/python -m pytest -n 2 -m laws --timeout 1800 tests/laws $(ARGS)

oracle: bench-setup  ## Gin against OpenSpiel, an outside judge: 2,000 games of its default, 250 of each other setting
	ORACLE_GAMES=250 $(BIN)/python -m pytest -n 2 tests/oracle $(ARGS)

test-services: setup  ## the suite against PostgreSQL, RabbitMQ and Redis; starts those that are not up
	tests/services/start
	DATABASE_URL=$${TEST_POSTGRESQL:-postgresql://postgres@127.0.0.1:5432}/meldhouse \
	    $(BIN)/python -m pytest -n 2 -m "not laws and not services and not browser and not processes" \
	    tests/hosting tests/api tests/bots tests/variants tests/admin $(ARGS)
	$(BIN)/python -m pytest -m services tests/services $(ARGS)

openapi: setup  ## write docs/openapi.yml, docs/refusals.md and docs/profile.md anew
	$(BIN)/python manage.py spectacular --validate --fail-on-warn --file docs/openapi.yml
	$(BIN)/python -m tests.docs.refusals
	$(BIN)/python -m tests.docs.profile

lock: $(VENV)/bin/uv  ## resolve the pinned versions anew (UPGRADE=--upgrade takes newer ones)
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(COMPILE) $(UPGRADE) -o requirements.txt
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(COMPILE) $(UPGRADE) --group dev -c requirements.txt -o requirements-dev.txt
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(COMPILE) $(UPGRADE) --group dev --group bench -c requirements-dev.txt \
	    -o requirements-bench.txt
	@! grep -nE 'https?://|^--(index|find|extra|trusted)' requirements.txt requirements-dev.txt requirements-bench.txt

compiled: bench-setup  ## the solver as C extensions (needs gcc and Python's headers); nothing else needs it
	$(BIN)/python -m benchmarks.compiled build

pure: setup  ## the solver as plain Python again
	$(BIN)/python -m benchmarks.compiled remove

clean:  ## remove .venv/, caches and what was compiled, keep var/
	rm -rf build *__mypyc.*; find rummy -name '*.so' -delete
	rm -rf $(VENV) .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
