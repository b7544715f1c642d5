# Needs Go and make; every other tool comes with Go.
GO ?= go
BIN := bin/vectorborda
# What `vectorborda --version` prints; without git the go command's own version.
STAMP := $(shell git describe --always --dirty 2>/dev/null)
# Extra flags of `make test`, e.g. TESTFLAGS='-v -run Lemma'.
TESTFLAGS ?=

.PHONY: build bounds-report experiments lemmas-report proofs test calibrate check bench

build:
	$(GO) build -ldflags '-s -w -X main.stamp=$(STAMP)' -o $(BIN) ./cmd/vectorborda

bounds-report: build
	$(BIN) bounds --out bounds-report

experiments: build
	$(BIN) experiments all --out experiments-report

lemmas-report: build
	$(BIN) lemmas

# Needs Coq 8.16 and its library Coquelicot.
proofs: build
	$(BIN) proofs

test:
	$(GO) test -count=1 -timeout 30m $(TESTFLAGS) ./...
	@{ command -v z3 && command -v cvc5; } >/dev/null || $(GO) run ./cmd/vectorborda lemmas --checks 1 --smt off --kernel off | grep 'proofs were not run'

# Two hundred quick reports in place of the forty of make test.
calibrate:
	CALIBRATE=200 $(GO) test -count=1 -v -run NoAlarm ./sims/grid

# What review forgets: format, vet, module file, import chain, banned calls.
check:
	@unformatted="$$(gofmt -l .)"; test -z "$$unformatted" || { echo "gofmt: $$unformatted"; exit 1; }
	$(GO) vet ./...
	GOARCH=386 $(GO) build ./...
	$(GO) mod tidy -diff
	$(GO) test -count=1 -run 'House' .

bench:
	$(GO) test -run '^$$' -bench . -benchtime 1s ./...
