# Valise: "make help" lists what there is.

SWIFT ?= swift
PREFIX ?= /usr/local
# One file that needs no Swift where it runs, and starts in 2 ms instead of 7.
# lld, since the default linker warns of a call inside Foundation that is never made.
# Exclusive access is checked while it is built and tested, and at 4 % of the time in no release.
# What the modules call in each other is compiled together, and jemalloc gives the memory: 6 and 13 %
# of the time (decision record 43).
RELEASE = $(SWIFT) build -c release --static-swift-stdlib -Xswiftc -use-ld=lld \
  -Xswiftc -enforce-exclusivity=unchecked -Xswiftc -cross-module-optimization \
  -Xlinker -ljemalloc --product valise
VALISE = .build/release/valise
BIN = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
# Where man, bash, zsh and fish look by themselves.
INSTALLED = $(BIN)/valise $(SHARE)/man/man1/valise.1 \
  $(SHARE)/bash-completion/completions/valise $(SHARE)/zsh/site-functions/_valise \
  $(SHARE)/fish/vendor_completions.d/valise.fish
FORMATTED = Package.swift Examples Fuzz Sources Templates Tests bench

.DEFAULT_GOAL := help

.PHONY: help setup site build test check lint docs bench fuzz sanitize format clean install install-built uninstall

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what is missing on Debian to build and test Valise
	@scripts/setup --tests

site: ## Install what is missing, build valise, and build this folder's site into Output/
	@scripts/setup
	$(RELEASE)
	$(VALISE) build

build: ## Build valise for use: .build/release/valise
	$(RELEASE)

test: ## Run the whole test suite, installing what it needs
	@scripts/setup --tests
	@scripts/test

check: lint test ## Run all that a change must pass: format, build without warnings, tests, docs in step

lint: ## Check the format of all Swift files
	$(SWIFT) format lint --strict --recursive $(FORMATTED)

format: ## Format all Swift files
	$(SWIFT) format --in-place --recursive $(FORMATTED)

docs: ## Write the generated pages of docs/ anew
	UPDATE_DOCS=1 $(SWIFT) test --disable-xctest \
	  --filter 'RepositoryTests|TemplateReferenceTests|SeedConformanceTests'

bench: ## Measure builds of 100, 1,000 and 10,000 trips beside Hugo, and the store beside C
	python3 bench/run.py
	python3 bench/bars.py
	python3 bench/store/run.py
	python3 bench/print.py

# SECONDS is how long each of the targets in Fuzz/ runs.
fuzz: SECONDS = 60
fuzz: ## Feed what reads other people's bytes with made-up inputs: make fuzz SECONDS=60
	scripts/fuzz --seconds $(SECONDS)

sanitize: ## Run the test suite with address, thread and undefined-behaviour sanitizers
	scripts/sanitize

clean: ## Remove everything that can be made again
	rm -rf .build Output .valise

install: build ## Install valise, its manual page and completions below PREFIX (default /usr/local)
	$(MAKE) install-built

# The second half of "install", which takes any program: make install-built VALISE=.build/debug/valise
install-built:
	install -d $(dir $(INSTALLED))
	install -s -m 755 $(VALISE) $(BIN)/valise
	$(VALISE) man >$(SHARE)/man/man1/valise.1
	$(VALISE) completions bash >$(SHARE)/bash-completion/completions/valise
	$(VALISE) completions zsh >$(SHARE)/zsh/site-functions/_valise
	$(VALISE) completions fish >$(SHARE)/fish/vendor_completions.d/valise.fish
	chmod 644 $(filter $(SHARE)/%,$(INSTALLED))

uninstall: ## Remove what install put there
	rm -f $(INSTALLED)
