# Stallage. `make` lists what there is to do.

.DEFAULT_GOAL := help
PYTHON := $(CURDIR)/.venv/bin/python
HOST ?= 127.0.0.1
PORT ?= 8000

export PYTHONPATH := $(CURDIR)/server
export PYTHONUNBUFFERED := 1

.PHONY: help shop build package package-test test test-fast dev docs docs-serve release check verify lint types sbom audit api walks format mutation real coverage bench search-quality recommendation-quality lighthouse vitals browse abuse soak lab restore-drill restore-rehearsal day engines screenshots lock clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-22s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

shop: build ## Install, build, fill the demo shop and serve it at HOST=127.0.0.1 PORT=8000; EMPTY=1: without the demo
	@$(if $(EMPTY),:,./stallage demo --orders)
	@exec ./stallage serve --host $(HOST) --port $(PORT)

build: ## Install what the shop needs and build the client
	@tools/build

package: ## Build the wheel, with the built client inside, into dist/
	@tools/package

package-test: ## Install the wheel into a new environment and test the shop from it
	@tools/step "Shop from the wheel" tools/package-test

test: ## Install what the tests need and run all tests, including those in a browser
	@tools/test

test-fast: ## Run the linters, and the tests that need no database, server or process
	@tools/test-fast

dev: ## Serve a separate demo shop (.dev/) with reload, and the client with Vite, at HOST=127.0.0.1 PORT=5173
	@tools/build --for-tests
	@HOST=$(HOST) PORT=$(if $(filter command line environment,$(origin PORT)),$(PORT)) exec $(PYTHON) tools/dev.py

check: verify test ## Run all checks before a commit: format, lint, types, architecture, contract drift, tests

docs: ## Build the documentation site into site/; fail on broken links and pages missing in the navigation
	@tools/step "Documentation site" tools/docs

docs-serve: ## Serve the documentation site with live reload
	@tools/docs serve

release: ## Make the release VERSION=1.2.0: versions, changelog, wheel, commit and tag
	@tools/release $(VERSION)

verify: lint types client-size contract-drift client-contract-drift licences docs repository-files api-compatibility ## Run all checks that do not run the shop

lint: python-format python-lint client-format client-lint ## Run formatters and linters in check mode

types: python-types client-types ## Check types in both languages

.PHONY: built python-format python-lint client-format client-lint python-types client-types client-size contract-drift client-contract-drift licences repository-files api-compatibility
built:
	@tools/build --for-tests
python-format python-lint client-format client-lint python-types client-types client-size contract-drift client-contract-drift licences api-compatibility: built

python-format:
	@tools/step "Python format" $(PYTHON) -m ruff format --check --quiet server bench deploy examples tools
python-lint:
	@tools/step "Python lint" $(PYTHON) -m ruff check --quiet server bench deploy examples tools
client-format:
	@tools/step "Client format" tools/npm run --silent format:check
client-lint:
	@tools/step "Client lint" tools/npm run --silent lint
python-types:
	@tools/step "Python types" $(PYTHON) -m mypy --config-file server/pyproject.toml server/stallage server/tests bench deploy/lab tools/*.py examples/*/stallage_*
client-types:
	@tools/step "Client types" tools/npm run --silent typecheck
client-size:
	@tools/step "Size of the client's pages" tools/npm run --silent size
contract-drift:
	@tools/step "Contract drift" $(PYTHON) -m stallage.contract --check
client-contract-drift:
	@tools/step "Contract drift of the client's types" tools/api-check
licences:
	@tools/step "Bill of materials and licences" $(PYTHON) tools/sbom.py --check
repository-files:
	@tools/step "Repository files" tools/check-repository
api-compatibility:
	@tools/step "Compatibility with the last release" $(PYTHON) tools/api_compatibility.py

api: ## Write contract/openapi.json, the client's types and the reference of shop files from the code
	@$(PYTHON) -m stallage.contract
	@$(PYTHON) -m stallage.declaration.reference docs/shop-files.md
	@tools/npm run --silent api

walks: ## Draw the module calls of three requests into docs/walks
	@tools/build --for-tests
	@cd server && $(PYTHON) -m tests.walks

format: ## Format server and client
	@$(PYTHON) -m ruff format server bench deploy examples tools
	@$(PYTHON) -m ruff check --fix --quiet server bench deploy examples tools
	@tools/npm run --silent format

sbom: ## Write the bill of materials from the lock files
	@$(PYTHON) tools/sbom.py

audit: ## Check the bill of materials, licences and, if an index can be reached, known vulnerabilities
	@tools/build --for-tests
	@$(PYTHON) tools/sbom.py --check
	@$(PYTHON) tools/sbom.py --audit

mutation: ## Insert a fault into the code for each row of docs/specification.md; the named tests must fail
	@tools/build --for-tests
	@cd server && STALLAGE_CHROMIUM=$$(../tools/chromium) $(PYTHON) -m tests.specification

real: ## Run the tests with real catalogues in ../shared/data, if they exist
	@tools/build --for-tests
	@tools/real

coverage: ## Run the tests of server and client and print the share of lines that they execute
	@tools/build --for-tests
	@tools/coverage

bench: ## Run the benchmarks, as ratios to references measured in the same run
	@tools/build --for-tests
	@$(PYTHON) -m bench

search-quality: ## Measure search rankings with real products and ratings, beside other engines and without each step
	@$(PYTHON) -m bench.search_quality

recommendation-quality: ## Measure the hit rate of ten recommendations for real baskets in ../shared/data, if they exist
	@tools/build --for-tests
	@$(PYTHON) -m bench.recommendation_quality

lighthouse: ## Run Lighthouse on a phone's pages of the demo shop: RUNS=5, PAGES=home,list; BUSY=1: on a busy machine too
	@tools/build --for-tests
	@$(PYTHON) -m bench.lighthouse --runs $(or $(RUNS),5) --pages '$(PAGES)' $(if $(BUSY),--busy)

vitals: ## Measure pages and interactions of the demo shop on a slow phone: RUNS=5, PAGES=home,list; BUSY=1
	@tools/build --for-tests
	@$(PYTHON) -m bench.vitals --runs $(or $(RUNS),5) --pages '$(PAGES)' $(if $(BUSY),--busy)

browse: ## Browse the demo shop at random for MINUTES=60; fail if the browser's memory, elements or listeners grow
	@tools/build --for-tests
	@BROWSE_MINUTES=$(or $(MINUTES),60) tools/browse

abuse: ## Measure response times of shoppers during attacks of each kind
	@tools/build --for-tests
	@$(PYTHON) -m bench.abuse

soak: ## Simulate weeks of trade with crashes for MINUTES=10, or until sums are inconsistent
	@tools/build --for-tests
	@cd server && $(PYTHON) -m tests.soak --minutes $(or $(MINUTES),10)

lab: ## Break the hosts of a shop in network namespaces while shoppers buy (needs root): SEED=1, ONLY=primary-cut, HOSTS='1 2 3'
	@tools/build --for-tests
	@$(PYTHON) -m deploy.lab --seed $(or $(SEED),1) $(if $(SECONDS),--seconds $(SECONDS)) $(if $(ONLY),--only $(ONLY)) $(if $(HOSTS),--hosts $(HOSTS))

restore-drill: ## Back up a demo shop while it takes orders, delete it, restore it, and report
	@tools/build --for-tests
	@cd server && $(PYTHON) -m tests.restore_drill --orders $(or $(ORDERS),30)

restore-rehearsal: ## Archive a demo shop's database with pgBackRest to an S3 server, and restore one moment: ORDERS=100
	@tools/build --for-tests
	@cd server && $(PYTHON) -m tests.point_in_time --orders $(or $(ORDERS),100)

day: ## Walk a shopper's order through the back office in three browsers; fail where a page or mail follows after 2 s
	@STALLAGE_FOLLOW_WITHIN=2000 tools/other-browsers day

engines: ## Buy in Firefox and WebKit, in wide and narrow windows; fail on any problem that a page reports
	@tools/step "Firefox and WebKit" tools/other-browsers firefox webkit purchase purchase-phone

screenshots: ## Take screenshots of all screens into docs/screenshots
	@tools/build --for-tests
	@tools/screenshots

lock: ## Update dependency versions and write the locks, with hashes and without index addresses
	@tools/lock

clean: ## Remove build results; the shop's data is kept
	rm -rf .venv .environments web/node_modules web/dist dist site
