# The front door. `make help` says what each target does.
PY := .venv/bin/python
MO := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/*.po))

.DEFAULT_GOAL := help
.PHONY: help play dev test test-fast test-fresh lint fix bench soak fuzz packs messages where schema cover coverage glossary shots lock clean setup-play setup-test

help: ## Say what each target does
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-11s %s\n", $$1, $$2}'

play: setup-play $(MO) ## Install what is missing and serve the site (PORT=8000)
	@$(if $(PORT),PORT=$(PORT)) exec $(PY) manage.py serve

dev: setup-test ## Serve the site and start it anew after every change, stream and worker included (PORT=8000)
	@$(if $(PORT),PORT=$(PORT)) exec $(PY) scripts/dev.py

test: setup-test $(MO) ## Install what is missing and run everything: lint, types, tests, both databases, browser
	@$(PY) scripts/with_services.py scripts/run_tests.sh

test-fast: setup-test $(MO) ## lint, and the tests that need neither browser nor services
	@$(MAKE) --no-print-directory lint; lint=$$?; \
	$(PY) -m pytest -n 2 -q -m "not browser and not services"; tests=$$?; \
	[ $$lint = 0 ] || echo "lint failed: see above"; \
	[ $$lint$$tests = 00 ]

test-fresh: ## Prove `make play` on a copy of this checkout with no .venv (slow)
	@$${PYTHON:-python3} scripts/test_fresh.py

lint: setup-test ## ruff, the layout of templates and styles, mypy (strict on rules), import-linter
	@scripts/lint.sh

fix: setup-test ## Mend what a tool can mend of `make lint`: ruff, and the layout of Python, templates and styles
	@.venv/bin/ruff check --fix-only .
	@.venv/bin/ruff format .
	@$(PY) scripts/format_templates.py
	@$(PY) scripts/format_css.py
	@.venv/bin/ruff check --quiet .

fuzz: setup-test $(MO) ## More than 5000 requests nobody wrote, against the API
	@FUZZ_REQUESTS=5000 $(PY) -m pytest -q tests/api/test_generated.py

bench: setup-test $(MO) ## Measure speeds as ratios against a floor of the same run
	@$(PY) scripts/with_services.py $(PY) -m benchmarks

packs: setup-play ## Check the card packs and print what is known of each game
	@$(PY) -m rules.packs

messages: setup-test ## Gather new texts into locale/, compile them and list those still to be translated
	@$(PY) manage.py makemessages --all --no-wrap --no-obsolete --add-location file --ignore .venv --ignore .venv-production --ignore var --ignore build --ignore docs --ignore tests
	@$(MAKE) --no-print-directory compile

where: setup-test ## Name file and line of a text that a page shows (TEXT="Round 3: players")
	@$(PY) scripts/where.py "$$TEXT"

.PHONY: compile
compile: $(MO) ## Compile the translations, as a server needs after an update

schema: setup-test ## Write api/openapi.json anew from the code
	@$(PY) manage.py spectacular --format openapi-json --file api/openapi.json --validate --fail-on-warn
	@$(PY) scripts/format_schema.py

soak: setup-test $(MO) ## A hundred times more generated tables than `make test`, and every page and sheet in every look
	@SOAK=100 $(PY) -m pytest -n 2 -q tests/rules/test_engine.py tests/rules/test_odds.py tests/rules/test_campaign_machine.py tests/rules/test_city_machine.py
	@SOAK=1 $(PY) -m pytest -n 2 -q tests/robot tests/city/test_secrets.py
	@SOAK=1 $(PY) -m pytest -n 2 -q tests/printing/test_paper_holds.py tests/browser
	@SOAK=1 $(PY) -m pytest -q tests/services/test_cut.py

cover: setup-test $(MO) ## Branch coverage of `rules` by its own tests and those who play by it, at least 97 %
	@$(PY) -m coverage run --branch --source=rules -m pytest -q tests/rules tests/robot tests/workshop tests/campaigns
	@$(PY) -m coverage report --show-missing --skip-covered --fail-under 97

coverage: setup-test ## Write docs/rules-coverage.md anew from the golden cases
	@$(PY) scripts/rules_coverage.py

glossary: setup-test ## Write the commands and events of docs/glossary.md anew from the games
	@$(PY) scripts/glossary.py

shots: setup-test $(MO) ## Photograph every page into build/shots
	@$(PY) scripts/shots.py build/shots

lock: ## Write the pins of requirements*.txt anew from pyproject.toml
	@.venv/bin/uv pip compile -q --upgrade --python-version 3.11 --no-header pyproject.toml -o requirements.txt
	@.venv/bin/uv pip compile -q --python-version 3.11 --no-header --extra dev -c requirements.txt pyproject.toml -o requirements-dev.txt

clean: ## Remove .venv, caches and build results; var/ (your data) stays
	@rm -rf .venv .venv-production build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@rm -f $(MO)
	@echo "Removed. Your data in var/ is untouched."

setup-play:
	@sh scripts/setup.sh play

setup-test: ## Install what lint and tests need, and nothing else
	@sh scripts/setup.sh test

%.mo: %.po | setup-play
	@! sed '/^msgstr/q' $< | grep -q '^#, .*fuzzy' || \
		{ echo "$<: its header is fuzzy, so none of it would be compiled. Fill the header in and delete its line \"#, fuzzy\"."; exit 1; }
	@.venv/bin/pybabel --quiet compile --domain=django --input-file=$< --output-file=$@
