# The front door. CMake builds (CMakePresets.json has the kinds of build); this
# file installs what is missing, knows the usual commands and makes help of the
# comments after ##.

PREFIX  ?= /usr/local
SYSTEM  ?= yes
MINUTES ?= 20
SEEDS   ?= 0..99999
KIND    ?= boolean
FROM    ?= 0
TO      ?= 999
JOBS    ?= $(shell nproc)
# One more than that: some tests wait for most of their time.
TESTS    = $(shell echo $$(($(JOBS) + 1)))

export CMAKE_BUILD_PARALLEL_LEVEL = $(JOBS)
export SYSTEM
ifneq ($(shell command -v ccache 2>/dev/null),)
export CMAKE_CXX_COMPILER_LAUNCHER ?= ccache
endif

sources = $(shell find $(wildcard src include test bench examples) -name '*.[ch]pp')

.DEFAULT_GOAL := build
.NOTPARALLEL:
.PHONY: build demo test test-sanitized test-fast test-all bench bench-bdd bench-summary bench-store bench-slam bench-peers bench-getafix bench-image bench-large bench-memory bench-c bench-bmc fuzz fuzz-concurrent fuzz-store fuzz-c fuzz-csmith fuzz-environment fuzz-slam fuzz-bmc fuzz-certificates fuzz-coverage fuzz-interfaces mutants format lint fuzz-parser install clean help packages test-slurm test-kills test-faults bench-guard bench-certificates bench-evidence

build: build/release/build.ninja  ## build the program, build/hardbop; SYSTEM=ask asks before it installs packages, SYSTEM=no installs none
	@cmake --build --preset release --target hardbop_program
	@ln -sfn release/hardbop build/hardbop

demo: build  ## build, then find a bug of a C driver, and prove that the mended one has none
	build/hardbop check -w --trace examples/driver.c; test $$? -eq 10
	build/hardbop check -w --engine slam --certify build/driver.smt2 examples/driver-mended.c
	build/hardbop validate examples/driver-mended.c build/driver.smt2

test: test-build  ## run all tests
	@ctest --preset release --parallel $(TESTS)

test-sanitized: build/asan/build.ninja  ## run the tests again, under the address and undefined-behaviour sanitizers
	@cmake --build --preset asan
	@ctest --preset asan --parallel $(TESTS)

test-fast: test-build  ## run the tests without the slowest
	@ctest --preset release --parallel $(TESTS) --label-exclude slow

test-all: test test-sanitized build/debug/build.ninja  ## run all tests, also under the sanitizers, then random ones more often, build each source on its own, and fuzz for a while
	@cmake --preset release -DHARDBOP_REPEAT_ALL=ON
	@ctest --preset release --parallel $(TESTS) --timeout 3600 --tests-regex golden
	@cmake --preset release -DHARDBOP_REPEAT_ALL=OFF
	@cmake --preset asan -DHARDBOP_REPEAT_ALL=ON
	@cmake --build --preset asan
	@ctest --preset asan --parallel $(TESTS) --timeout 3600 --tests-regex ': part |golden'
	@cmake --preset asan -DHARDBOP_REPEAT_ALL=OFF
	@cmake --build --preset debug
	@$(MAKE) fuzz fuzz-concurrent fuzz-c fuzz-environment fuzz-slam fuzz-bmc MINUTES=5 TO=199

.PHONY: test-build
test-build: build build/release/with-tests web-packages
	@cmake --build --preset release

bench: bench-build  ## run the benchmarks; a table here, JSON in build/bench
	@bench/run build/release build/bench

bench-bdd: bench-build  ## compare the BDD kernel with BuDDy, and with CUDD and Sylvan if they are installed
	@mkdir -p build/bench
	@bench/bdd/run --build build/release --json build/bench/bdd.json
	@for peer in cudd sylvan; do test ! -x build/release/bench_bdd_$$peer || \
	  bench/bdd/run --peer $$peer --build build/release --json build/bench/bdd-$$peer.json || exit 1; done

.PHONY: bench-build
bench-build: build build/release/with-benchmarks
	@cmake --build --preset release --target benchmarks

bench-summary: build  ## measure the summary engine; a table, JSON and a plot in build/bench
	@python3 bench/summary.py build/release/hardbop build/bench/summary.json

bench-store: build  ## measure check --store on programs that are edited; a table, JSON in build/bench
	@python3 bench/store.py build/release/hardbop build/bench/store.json

bench-slam: bench-build  ## measure what rounds of refinement save by what they share: LIST=FILE ROOT=DIR name C programs
	@python3 bench/slam.py build/release/slam_rounds build/bench/slam.json --list $(LIST) --root $(ROOT)

bench-peers: build  ## compare check with z3 on the same questions; a table, JSON in build/bench
	@python3 bench/peers.py build/release/hardbop build/bench/peers.json

bench-getafix: build  ## measure the fixpoint engine's algorithms, and concurrent programs; JSON in build/bench
	@python3 bench/getafix.py build/release/hardbop build/bench/getafix.json
	@python3 bench/concurrent.py build/release/hardbop build/bench/concurrent.json

bench-large: build  ## measure programs of up to MOST lines, 1.5 million if not given; a table, JSON and a plot in build/bench
	@python3 bench/large.py build/release/hardbop build/bench/large.json --plot build/bench/large.svg $(if $(MOST),--most $(MOST))

bench-memory: build  ## measure the peak memory of refinement and unrolling: LIST=FILE ROOT=DIR name C programs
	@python3 bench/memory.py build/release/hardbop build/bench/memory.json --list $(LIST) --root $(ROOT)

bench-image: bench-build  ## compare ways of image computation on C programs, and ABC if it is installed; tables, plots, JSON in build/bench
	@python3 bench/image.py build/release/hardbop build/bench/image.json --whole --abc

bench-bmc: build  ## compare the engines on C programs for bounded model checking; a table, JSON in build/bench
	@python3 bench/bmc.py build/release/hardbop build/bench/bmc.json

bench-c: build  ## compare the engines for C, and CBMC where it is installed; LIST=FILE ROOT=DIR for other programs
	@python3 bench/c.py build/release/hardbop build/bench/c.json $(if $(LIST),--list $(LIST) --root $(ROOT))

bench-certificates: build  ## ask all engines for certificates of C programs that hold; validate and z3 must accept them
	@python3 bench/certificates/engines.py build/release/hardbop $(if $(LIST),--list $(LIST) --root $(ROOT))

bench-evidence: build  ## ask for evidence of every answer of lists: the share that validate and z3 accept; LIST=FILES ROOT=DIR
	@python3 bench/certificates/evidence.py build/release/hardbop $(LIST) --root $(ROOT)

bench-guard: build  ## count the instructions of a few checks, and compare with those in bench/guard.json
	@command -v valgrind >/dev/null || tools/install-packages guard
	@python3 bench/guard.py build/release/hardbop

.PHONY: python python-shell
python: build  ## build a wheel of the Python package with the library inside, build/python/*.whl
	@cmake --build --preset release --target hardbop_c
	@python3 python/build_wheel.py build/release/libhardbop-c.so.1 $$(build/hardbop --version | cut -d' ' -f2) build/python

python-shell: packages-for-tests build  ## start Python with the package from the build folder
	@cmake --build --preset release --target hardbop_c
	@HARDBOP_LIBRARY=$(CURDIR)/build/release/libhardbop-c.so.1 PYTHONPATH=$(CURDIR)/python /usr/bin/python3 $(ARGS)

.PHONY: deb test-packages
deb: build  ## build Debian packages: program, library, development files, Python; build/debian/*.deb
	@tools/install-packages core deb
	@cmake --build --preset release --target hardbop_installable
	@tools/deb build/release build/debian

test-packages: deb python  ## check the packages with lintian, install them in a Debian of their own, and use them there
	@python3 test/packages/run.py build/debian build/python

.PHONY: vscode
vscode:  ## package the extension for VS Code, build/vscode/hardbop.vsix (needs npm)
	@mkdir -p build/vscode && cp -r editors/vscode/. build/vscode
	@cd build/vscode && npm ci --no-audit --no-fund && npm run package -- --out hardbop.vsix

format: packages  ## format the C++ sources
	@clang-format -i $(sources)

lint: packages build/debug/build.ninja  ## check format, C++ (clang-tidy), shell scripts and the types in web/
	@tools/install-packages lint
	@clang-format --dry-run -Werror $(sources)
	@command -v npm >/dev/null || tools/install-packages npm
	@$(MAKE) build/web/node_modules build/playground-work/bundle/node_modules
	@for part in web web/playground web/playground/tsconfig.workers.json; do build/web/node_modules/.bin/tsc -p $$part || exit 1; done
	@shellcheck -x .ci/run tools/install-packages tools/tidy contrib/pre-commit/check-changed contrib/github-action/run $(wildcard test/*/*.sh)
	@tools/tidy build/debug $(JOBS)

fuzz-interfaces: build/asan/build.ninja  ## call the C ABI, and send messages to hardbop lsp and hardbop serve, at random under the sanitizers; MINUTES=20 for each
	@cmake --build --preset asan --target fuzz_abi fuzz_streams
	build/asan/fuzz_abi $$(($(MINUTES) * 60))
	build/asan/fuzz_streams lsp $$(($(MINUTES) * 60))
	build/asan/fuzz_streams serve $$(($(MINUTES) * 60))

fuzz-parser: build/fuzz/build.ninja  ## feed the parser rubbish for MINUTES=20
	@cmake --build --preset fuzz --target fuzz_parser
	@mkdir -p build/fuzz/corpus/parser
	@build/fuzz/fuzz_parser -max_total_time=$$(($(MINUTES) * 60)) -timeout=10 \
	  -print_final_stats=1 -artifact_prefix=build/fuzz/parser- -dict=test/boolean/language/fuzz/parser.dict \
	  build/fuzz/corpus/parser test/boolean/language/fuzz/parser

fuzz: build  ## compare all engines on random programs: KIND=boolean, SEEDS=0..99999, at most MINUTES=20
	@mkdir -p build/found
	@build/hardbop fuzz --kind $(KIND) --seeds $(SEEDS) --minutes $(MINUTES) --jobs $(JOBS) --keep build/found

mutants: build packages-for-tests  ## plant bugs one at a time, and see that fuzzing, or a unit test, finds each
	@test/mutants/run --jobs $(JOBS)

fuzz-concurrent: test-build  ## compare the ways to decide concurrent programs on random ones, from FROM=0 to TO=999
	@build/release/fuzz_concurrent $(FROM) $(TO)

fuzz-store: test-build  ## edit random programs and ask about them with a store and without, from FROM=0 to TO=999
	@build/release/fuzz_store $(FROM) $(TO)

fuzz-c: test-build  ## compare the C front end with gcc on random programs, from FROM=0 to TO=999
	@python3 test/c/front/differential.py build/release/c_interpret $(FROM) $(TO)
	@python3 test/c/il/errors.py build/release/c_interpret $(FROM) $(TO)

fuzz-csmith: test-build  ## compare the C front end with gcc on programs of csmith, from FROM=0 to TO=999
	@python3 test/c/front/csmith.py build/release/c_interpret $(FROM) $(TO)

fuzz-environment: build  ## link random C programs with bodies for what they leave undefined, from FROM=0 to TO=999
	@python3 test/c/environment/environment.py build/hardbop $(FROM) $(TO)

fuzz-slam: build  ## compare refinement with image computation on random C programs, run its invariants, edit programs with a store, from FROM=0 to TO=999
	@python3 test/c/slam/agree.py build/hardbop $(FROM) $(TO)
	@python3 test/c/slam/invariants.py build/hardbop $(FROM) $(TO)
	@python3 test/c/slam/store.py build/hardbop $(FROM) $(TO)

fuzz-bmc: build  ## compare unrolling with gcc and the other engines on random C programs, from FROM=0 to TO=999
	@python3 test/c/verify/bmc.py build/hardbop $(FROM) $(TO)

fuzz-certificates: build  ## spoil certificates and runs of every kind, COUNT=2000 of each: validate must refuse them
	@python3 test/product/validator/spoilt.py build/hardbop $(or $(COUNT),2000)

fuzz-coverage: build  ## compare --coverage of random C programs with what gcov counts, from FROM=0 to TO=999
	@python3 test/c/verify/coverage.py build/hardbop $(FROM) $(TO)

test-slurm: build  ## run 200 tasks on a Slurm of four nodes on this machine, and kill a node
	@tools/install-packages core slurm
	@python3 test/product/suite/slurm.py build/release/hardbop

test-faults: test-build  ## let each call of the system fail in turn, in the commands of the golden tests: memory, writing, reading, forks, clocks
	@python3 test/product/faults/inject.py --all --jobs $(JOBS) build/release/hardbop build/release/hardbop-faults.so

test-kills: build  ## kill a run of the suite at a hundred random moments, and resume it
	@python3 test/product/suite/run.py build/release/hardbop --kills 100 \
	  Runs.test_a_killed_run_resumes_without_loss_and_doubles Full

install: build  ## install under PREFIX=/usr/local
	@cmake --build --preset release --target hardbop_installable
	@cmake --install build/release --prefix $(PREFIX)

.PHONY: uninstall
uninstall:  ## remove what was last installed; DESTDIR as in make install
	@$(if $(filter-out file,$(origin PREFIX)),PREFIX=$(PREFIX)) cmake -DBUILD=build/release -P cmake/HardbopUninstall.cmake

.PHONY: dist
dist:  ## pack the sources of the last commit, build/hardbop-VERSION.tar.gz
	@mkdir -p build
	@version=$$(sed -n 's/^project(hardbop VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt); \
	  git archive --prefix=hardbop-$$version/ --output build/hardbop-$$version.tar.gz HEAD && \
	  echo build/hardbop-$$version.tar.gz

clean:  ## remove all that was built
	@rm -rf build

help:  ## show this list
	@awk -F ':.*##' '/^[a-z-]+:.*##/ { printf "make %-14s%s\n", $$1, $$2 }' Makefile

packages:
	@tools/install-packages

.PHONY: all-packages
all-packages:
	@tools/install-packages core test bench

.PHONY: course playground test-playground
course: build  ## make the pages of docs/course, in build/course
	@tools/course build/hardbop build/course

playground:  ## build the playground for browsers, build/playground/index.html; any static server shows it
	@tools/install-packages playground
	@command -v npm >/dev/null || tools/install-packages npm
	@tools/playground build/playground

test-playground: playground build/web/node_modules  ## use the playground in a headless browser; PICTURES=docs/manual/pictures makes its picture again
	@tools/install-packages web
	@python3 test/web/playground_test.py build/playground build/web/node_modules $(PICTURES)

# Configures once; the build itself notices later changes of the CMake files. What is asked for
# later, tests and benchmarks, is added to the release build then.
build/release/build.ninja: CMakePresets.json | packages
	@cmake --preset release -DHARDBOP_TESTS=OFF -DHARDBOP_BENCH=OFF
	@rm -f build/release/with-*
	@touch $@

build/release/with-tests: | build/release/build.ninja packages-for-tests
	@cmake --preset release -DHARDBOP_TESTS=ON -DHARDBOP_BENCH=$(if $(wildcard build/release/with-benchmarks),ON,OFF)
	@touch $@

build/release/with-benchmarks: | build/release/build.ninja bench-packages
	@cmake --preset release -DHARDBOP_TESTS=$(if $(wildcard build/release/with-tests),ON,OFF) -DHARDBOP_BENCH=ON
	@touch $@

# Fresh, as CMake forgets the preset's other settings where its compiler has changed.
build/%/build.ninja: CMakePresets.json | all-packages
	@cmake --fresh --preset $*
	@touch $@

.PHONY: packages-for-tests bench-packages
packages-for-tests:
	@tools/install-packages core test
bench-packages:
	@tools/install-packages core test bench

# A browser, and what npm has for tests of pages. Where they cannot be had, these are left out.
.PHONY: web-packages
web-packages:
	@tools/install-packages web || echo "make: without a browser; tests of pages are left out" >&2
	@command -v npm >/dev/null || tools/install-packages npm || true
	@$(MAKE) build/web/node_modules || echo "make: without npm's packages; accessibility of pages is not tested" >&2

build/web/node_modules: web/package.json web/package-lock.json
build/playground-work/bundle/node_modules: web/playground/package.json web/playground/package-lock.json
build/web/node_modules build/playground-work/bundle/node_modules:
	@mkdir -p $(@D)
	@cp $^ $(@D)
	@cd $(@D) && npm ci --silent --no-audit --no-fund
	@touch $@

.PHONY: pictures
pictures: test-build  ## make the pictures of docs/manual/report.md and explain.md again
	@python3 test/web/report_test.py build/release/hardbop build/web/node_modules --pictures docs/manual/pictures
	@python3 test/web/explain_test.py build/release/hardbop build/web/node_modules --pictures docs/manual/pictures

build/fuzz/build.ninja: | fuzz-packages
.PHONY: fuzz-packages
fuzz-packages:
	@tools/install-packages core fuzz
