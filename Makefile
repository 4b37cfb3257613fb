# Stallage. `make` lists what there is to do.

.DEFAULT_GOAL := help
PYTHON := $(CURDIR)/.venv/bin/python
HOST ?= 127.0.0.1
PORT ?= 8000

export PYTHONPATH := $(CURDIR)/server
export PYTHONUNBUFFERED := 1

.PHONY: help shop build package package-test test check verify lint types sbom audit api format mutation real bench abuse soak restore-drill screenshots lock clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

shop: build ## Install, build, fill the demo shop and serve it at HOST=127.0.0.1 PORT=8000
	@./stallage demo
	@exec ./stallage serve --host $(HOST) --port $(PORT)

build: ## Install what the shop needs and build the client
	@tools/build

package: ## Build the wheel, with the built client inside, into dist/
	@tools/package

package-test: ## Install the wheel into a fresh environment and run the shop from it
	@tools/step "Shop from the wheel" tools/package-test

test: ## Install what the tests need and run every test, the browser's too
	@tools/test

check: verify test ## The gate: format, lint, types, architecture, contract drift and every test

verify: lint types ## Everything that is checked without running the shop
	@tools/step "Contract drift" $(PYTHON) -m stallage.contract --check
	@tools/step "Contract drift of the client's types" tools/api-check
	@tools/step "Bill of materials and licences" $(PYTHON) tools/sbom.py --check

lint: ## Formatters and linters, in check mode
	@tools/build --for-tests
	@tools/step "Python format" $(PYTHON) -m ruff format --check --quiet server bench tools
	@tools/step "Python lint" $(PYTHON) -m ruff check --quiet server bench tools
	@tools/step "Client format" tools/npm run --silent format:check
	@tools/step "Client lint" tools/npm run --silent lint

types: ## Strict types in both languages
	@tools/build --for-tests
	@tools/step "Python types" sh -c 'cd server && $(PYTHON) -m mypy && cd .. && $(PYTHON) -m mypy --config-file server/pyproject.toml bench tools/package_test.py tools/sbom.py'
	@tools/step "Client types" tools/npm run --silent typecheck

api: ## Write contract/openapi.json, the client's types and the reference of shop files from the code
	@$(PYTHON) -m stallage.contract
	@$(PYTHON) -m stallage.declaration.reference docs/shop-files.md
	@tools/npm run --silent api

format: ## Format both halves
	@$(PYTHON) -m ruff format server bench tools
	@$(PYTHON) -m ruff check --fix --quiet server bench tools
	@tools/npm run --silent format

sbom: ## Write the bill of materials from the lock files
	@$(PYTHON) tools/sbom.py

audit: ## Bill of materials and licences, and known vulnerabilities where an index can be asked
	@tools/build --for-tests
	@$(PYTHON) tools/sbom.py --check
	@$(PYTHON) tools/sbom.py --audit

mutation: ## Put a fault into the code for each row of docs/specification.md; the named tests have to fail
	@tools/build --for-tests
	@cd server && STALLAGE_CHROMIUM=$$(../tools/chromium) $(PYTHON) -m tests.specification

real: ## Check against real catalogues in ../shared/data, where they are
	@tools/build --for-tests
	@tools/real

bench: ## Speed, as ratios against references measured in the same run
	@tools/build --for-tests
	@$(PYTHON) -m bench

abuse: ## What ordinary shoppers notice of attackers, one kind after the other
	@tools/build --for-tests
	@$(PYTHON) -m bench.abuse

soak: ## Week after simulated week of trade with crashes, for MINUTES=10; ends where a book does not agree
	@tools/build --for-tests
	@cd server && $(PYTHON) -m tests.soak --minutes $(or $(MINUTES),10)

restore-drill: ## Trade in a demo shop while it is backed up, lose it, restore it, and report
	@tools/build --for-tests
	@cd server && $(PYTHON) -m tests.restore_drill --orders $(or $(ORDERS),30)

screenshots: ## Pictures of every finished screen into docs/screenshots
	@tools/build --for-tests
	@tools/screenshots

lock: ## Choose dependency versions anew and write the locks, with hashes and without addresses
	@tools/lock

clean: ## Remove what was built; the shop's data stays
	rm -rf .venv web/node_modules web/dist dist
