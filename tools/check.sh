# check.sh - `./salient check` and `./salient soak NAME`; read by ./salient, whose functions it uses.
#
# Every step writes its own log under build/check/ and counts as one; a program of unit tests counts as many as it
# holds. The last line is `N passed, M failed`, and the exit code is 1 when anything failed.
# shellcheck shell=sh disable=SC2154 # root, build and log come from ./salient

check_packages="libcmocka-dev clang-14 libclang-rt-14-dev libclang-rt-14-dev-wasm32 lld-14 wasi-libc xz-utils clang-format-14 nodejs python3 python3-yaml"
fuzz_packages="clang-14 libclang-rt-14-dev libcmocka-dev"
passed=0 failed=0 cores=$(nproc)
out=$build/check
began=$(date +%s)

# report NAME PASSED FAILED SECONDS LOG
report() {
  passed=$((passed + $2)) failed=$((failed + $3))
  if [ "$3" = 0 ]; then
    printf 'ok    %4d s  %-28s %s\n' "$4" "$1" "$(note_of "$5" "$2")"
  else
    printf 'FAIL  %4d s  %-28s %s failed; %s:\n' "$4" "$1" "$3" "$5"
    grep -vE '^\[[0-9]+/[0-9]+\] ' "$5" | tail -n 40
  fi
}
note_of() { # the log's own closing line where it has one, else how many passed, and which of them only when run again
  sed -n 's/^note: //p' "$1" | tail -n 1 | grep . || {
    again=$(sed -n 's/^again \([a-z_A-Z.]*\).*/\1/p' "$1" | tr '\n' ' ')
    if [ "$2" != 1 ] || [ -n "$again" ]; then echo "$2 passed${again:+; at the second try: $again}"; fi
  }
}

# step NAME COMMAND..: one check.
step() {
  name=$1 start=$(date +%s)
  shift
  if "$@" >"$out/$name.log" 2>&1; then good=1; else good=0; fi
  report "$name" "$good" "$((1 - good))" "$(($(date +%s) - start))" "$out/$name.log"
  [ "$good" = 1 ]
}

# aside NAME COMMAND..: begins a check that needs only the processor, at the lowest rank. The browsers mostly wait, so it runs beside
# them. `joined NAME` waits for what runs aside and reports this one.
aside() {
  name=$1
  shift
  rm -f "$out/$name.end"
  ( # shellcheck disable=SC2030 # a log of its own is meant
    log=$out/$name.build start=$(date +%s) good=0
    renice -n 19 -p "$(exec sh -c 'echo $PPID')" >/dev/null
    "$@" >"$out/$name.log" 2>&1 && good=1
    echo "$good $(($(date +%s) - start))" >"$out/$name.end"
  ) &
}
joined() {
  wait
  good=0 seconds=0
  if [ -f "$out/$1.end" ]; then read -r good seconds <"$out/$1.end"; fi
  report "$1" "$good" "$((1 - good))" "$seconds" "$out/$1.log"
  [ "$good" = 1 ]
}

built() { # PRESET FOLDER TARGET..
  build_preset "$@"
  code=$?
  cat -- "$log"
  return $code
}

# ---- unit tests

# Adds up cmocka's closing lines; a program that died without one counts as one failure.
count_tests() {
  awk '
    function close_one() { if (open) { if (!ok && !f) f = 1; if (ok && !p) p = 1; P += p; F += f } }
    /^[0-9]+\/[0-9]+ Testing: / { close_one(); open = 1; ok = p = f = 0 }
    /^\[  PASSED  \] [0-9]+ test/ { p += $4 }
    /^\[  FAILED  \] [0-9]+ test/ { f += $4 }
    /^Test Passed\./ { ok = 1 }
    END { close_one(); print P + 0, F + 0 }' "$1"
}

# Tests with real sockets and clocks that failed beside others are run once more alone; the log keeps both runs. Every other
# failure stands.
server_tests_alone() {
  names=$tests/Testing/Temporary/LastTestsFailed.log
  if cut -d: -f2 "$names" | grep -qv '^server'; then return 1; fi
  echo "---- once more, alone"
  cut -d: -f2 "$names" | sed 's/^/again /'
  ctest --test-dir "$tests" --rerun-failed --timeout 900 --output-on-failure
} >>"$out/tests.log" 2>&1

unit_tests() {
  start=$(date +%s)
  tests=$root/build-sanitize last=$root/build-sanitize/Testing/Temporary/LastTest.log
  rm -rf "$tests/coverage" "$build/coverage"
  mkdir -p "$tests/coverage" "$build/coverage"
  # one more than there are cores: tests of the server mostly wait
  ctest --test-dir "$tests" -j "$((cores + 1))" --timeout 900 --output-on-failure >"$out/tests.log" 2>&1
  code=$?
  # shellcheck disable=SC2046 # two numbers
  set -- $(count_tests "$last")
  [ "$1" -gt 0 ] || set -- 0 1
  if [ $code != 0 ] && server_tests_alone; then set -- $(($1 + $2)) 0; fi
  for ids in "$tests"/coverage/*.txt; do sort -u "$ids" >"$build/coverage/$(basename -- "$ids")"; done
  report tests "$1" "$2" "$(($(date +%s) - start))" "$out/tests.log"
}

# browser_tests GAME NAME..: its lesson in Chromium, against a server of their own; no name: all of them. A test whose kind of
# decision a game does not have says so (`skip`) and counts for nothing.
browser_tests() {
  [ -d "$root/web/test" ] || return 0
  need browser "nodejs npm chromium"
  start=$(date +%s) game=$1
  shift
  [ "$game" = lantern ] && program=$root/build-sanitize/tests/salient_lantern || program=$build/salient
  (cd "$root/web" && SALIENT=$program GAME=$game SHOTS_AS="$game-" node test/run.mjs "$@") >"$out/browser.$game.log" 2>&1
  code=$?
  good=$(grep -c '^ok ' "$out/browser.$game.log") bad=$(grep -c '^FAIL ' "$out/browser.$game.log")
  if [ $code != 0 ] && [ "$bad" = 0 ]; then bad=1; fi
  report "browser.$game" "$good" "$bad" "$(($(date +%s) - start))" "$out/browser.$game.log"
}

# The static site, played by a browser without a server. No game: the first one.
site_tests() { # GAME TEST..
  need browser "nodejs npm chromium"
  start=$(date +%s) folder=$out/site log_of=$out/browser.site$1.log game=$1
  shift
  rm -rf "$folder"
  (node "$root/tools/site.mjs" "$root/web/dist" "$root/build-clang/salient.wasm" "$folder" &&
    cd "$root/web" && SITE=$folder GAME=$game SHOTS_AS="site$game-" node test/run.mjs "$@") >"$log_of" 2>&1
  code=$?
  good=$(grep -c '^ok ' "$log_of") bad=$(grep -c '^FAIL ' "$log_of")
  if [ $code != 0 ] && [ "$bad" = 0 ]; then bad=1; fi
  report "browser.site$game" "$good" "$bad" "$(($(date +%s) - start))" "$log_of"
}

# ---- fuzzing

# fuzz SECONDS SEED: all targets at once, that many seconds of processor time together. `check` begins with the same seed every time, so
# that a change is judged by itself; `soak fuzz` with another one each time (0), to find what is there.
fuzz() {
  dir=$root/build-fuzz seconds=$(($1 / cores)) pids='' bad=0
  [ "$seconds" -gt 0 ] || seconds=1
  mkdir -p "$dir/found"
  for source in "$root"/tests/fuzz/fuzz_*.c; do
    target=$(basename -- "$source" .c)
    mkdir -p "$dir/corpus/$target"
    limit=-max_total_time=$seconds
    # whole games under sanitizers: a minute is too short to search in, so `check` plays the committed seeds and `soak` searches
    if [ "$target" = fuzz_play ] && [ "$1" -le 60 ]; then limit=-runs=0; fi
    # a server keeps games between inputs, so that looking for leaks after each finds none and takes a second: at the exit all is looked at
    leaks=1
    case $target in fuzz_http | fuzz_ws | fuzz_wire) leaks=0 ;; esac
    (cd "$dir/found" && "$dir/tests/$target" "$limit" -seed="$2" -detect_leaks=$leaks -timeout=600 -rss_limit_mb=2048 -max_len=65536 \
      -print_final_stats=1 -dict="$root/tests/fuzz/salient.dict" -artifact_prefix="$target-" \
      "$dir/corpus/$target" "$root/tests/fuzz/corpus/${target#fuzz_}"
      code=$?; echo "processor time of $target:"; times; exit $code) >"$out/$target.log" 2>&1 &
    pids="$pids $!:$target"
  done
  for pair in $pids; do
    if wait "${pair%%:*}"; then continue; fi
    bad=$((bad + 1))
    echo "${pair##*:} found something; the input is in $dir/found/"
    grep -E 'ERROR|SUMMARY|runtime error|assert|#[0-9]+ ' "$out/${pair##*:}.log" | head -n 20
  done
  for source in "$root"/tests/fuzz/fuzz_*.c; do # what a busy machine left each of them
    target=$(basename -- "$source" .c)
    awk -v target="$target" '/number_of_executed_units/ { inputs = $2 } /^[0-9]+m.*s / { split($1, u, /[ms]/); split($2, k, /[ms]/); spent = 60 * (u[1] + k[1]) + u[2] + k[2] }
      END { printf "%-14s %6d s of processor time, %d inputs\n", target, spent, inputs }' "$out/$target.log"
  done >"$out/fuzz.table"
  cat "$out/fuzz.table"
  awk '{ n += $7; s += $2; if (!least || $2 < least) least = $2 } END { printf "note: %d inputs, %d s of processor time, %d s at least for each\n", n, s, least }' "$out/fuzz.table"
  return "$bad"
}

fuzz_step() { # SECONDS SEED
  need fuzz "$fuzz_packages"
  step build.fuzz built fuzz build-fuzz fuzzers && step fuzz fuzz "$1" "$2"
}

# ---- the rest

# analyse MODE: Clang's static analyser over every source; any finding fails. `check` looks at each function by itself and not for
# long (shallow), `soak analyse` follows the calls (deep), which takes twenty times as long.
analyse() {
  cd "$root" || return
  find src -name '*.c' | xargs -P "$cores" -n 4 clang-14 --analyze --analyzer-output text \
    -Xclang -analyzer-config -Xclang "mode=$1" -std=c17 -D_GNU_SOURCE -DSALIENT_SERVER \
    '-DSALIENT_VERSION="0"' -Isrc -Ibuild/generated >"$out/findings.txt" 2>&1
  rm -f ./*.plist
  cat "$out/findings.txt"
  ! grep -q 'warning:' "$out/findings.txt"
}

signature() { # PROGRAM: plays fixed seeds of every scenario to the recorded number
  is=$("$1" bench --signature) should=$(cat -- "$root/tests/signature.txt")
  echo "note: $is"
  [ "$is" = "$should" ] && return
  echo "the signature is '$is'; tests/signature.txt says '$should'."
  echo "If the change of behaviour is meant: build/salient bench --signature >tests/signature.txt"
  return 1
}

# One style, obeyed: clang-format for C, prettier for TypeScript, no line over 100 columns.
formatted() {
  cd "$root" || return
  c_files=$(git ls-files '*.c' '*.h')
  # shellcheck disable=SC2086 # lists of plain names
  clang-format-14 --dry-run -Werror $c_files || return
  (cd web && npx --no-install prettier --check 'src/**/*.{ts,css,html}' 'test/**/*.mjs' '*.mjs' '../tools/*.mjs' '../tools/docs/*' '../tests/{wasm,museum,cli}/*.mjs' '../bench/**/*.mjs') || return
  # shellcheck disable=SC2046
  awk 'length > 100 { print FILENAME ":" FNR ": longer than 100 columns"; bad = 1 } END { exit bad }' \
    $(git ls-files 'src/*.c' 'src/*.h' 'tests/*.c' 'tests/*.h' 'web/src/*.ts')
}

lint() { cd "$root" && "$build/salient" lint --coverage "$build/coverage"; }
in_browser() { node "$root/tests/wasm/run.mjs" "$root/build-clang/salient.wasm" "$build/salient" "$root/tests/signature.txt"; }
mutants() { node "$root/tools/mutants.mjs" "$@"; }

finish() {
  printf '%d s in all; logs in %s\n' "$(($(date +%s) - began))" "$out"
  printf '%d passed, %d failed\n' "$passed" "$failed"
  [ "$failed" = 0 ]
  exit
}

run_check() {
  [ $# = 0 ] || die "usage: ./salient check"
  mkdir -p "$out"
  need check "$check_packages"
  step build.gcc built release build
  step build.clang built clang build-clang all wasm
  step build.sanitize built sanitize build-sanitize && unit_tests
  need fuzz "$fuzz_packages"
  aside analyse analyse shallow,max-nodes=8000
  aside build.fuzz built fuzz build-fuzz fuzzers
  browser_tests ford
  # a game that no source names; all its tests: soak browser lantern
  browser_tests lantern lesson keyboard hotseat replay panels phone reload follow stack
  browser_tests panzer lesson keyboard reload
  browser_tests stalnie forms tableMode
  site_tests '' offline phone full fuller update lacking policy device puzzles access quick passed
  step format formatted
  step lint lint
  joined analyse
  step signature.gcc signature "$build/salient"
  step signature.clang signature "$root/build-clang/salient"
  step wasm in_browser
  step mutants mutants nullgame --count 8 --seed 1
  joined build.fuzz && step fuzz fuzz 60 1
  finish
}

run_soak() {
  mkdir -p "$out"
  need check "$check_packages"
  case ${1-} in
    fuzz) fuzz_step "${2-600}" 0 ;;
    analyse) step analyse analyse deep ;;
    owners) # every figure of every table, changed
      step build.sanitize built sanitize build-sanitize test_props.owners && step owners "$root/build-sanitize/tests/test_props.owners"
      ;;
    crowd) # every game's crowd and every offer of stalnie, further than in the check
      step build.sanitize built sanitize build-sanitize test_props.crowd test_stalnie.00_offers || finish
      SALIENT_SOAK=1 step crowd "$root/build-sanitize/tests/test_props.crowd"
      SALIENT_SOAK=1 step offers "$root/build-sanitize/tests/test_stalnie.00_offers"
      ;;
    probes) # every variant of every blunder that planner must not make
      step build.sanitize built sanitize build-sanitize test_bots.probes || finish
      SALIENT_SOAK=1 step probes "$root/build-sanitize/tests/test_bots.probes"
      ;;
    review) # reviews: planted blunders found, good games left in peace, chances as they come, luck fair; an hour or more
      build_preset release build salient || why_not_built "the build"
      for scenario in nullgame/lesson sspanzer/lesson alea/lesson wb95/lesson stalnie/skirmish; do
        as=$(echo "$scenario" | tr / .)
        step "plants.$as" "$build/salient" study plants "$scenario" --games 10 --bot planner:5000n --nodes 20000
        step "quiet.$as" "$build/salient" study quiet "$scenario" --games 10 --bot planner:20000n --nodes 20000 # as good as the review
      done
      for scenario in nullgame/lesson sspanzer/lesson alea/lesson wb95/lesson; do
        as=$(echo "$scenario" | tr / .)
        step "chances.$as" "$build/salient" study chances "$scenario" --games "${2-1000}" --bot planner:200n --nodes 20000 --seed 9000
      done
      for file in puzzles/*.jsonl; do step "puzzles.$(basename "$file" .jsonl)" "$build/salient" puzzles --check "$file"; done
      step luck.nullgame "$build/salient" study luck nullgame/lesson --games "${2-1000}" --bot planner:200n --nodes 1000
      ;;
    package) # builds twice to the same bytes, installs on a bare Debian, plays, removes
      # shellcheck source=tools/package.sh
      . "$root/tools/package.sh"
      soak_package "${2-}"
      ;;
    secrets) # what a view hides, left in place by place
      for game in nullgame sspanzer alea wb95 stalnie; do step "secrets.$game" mutants "$game" --secrets; done
      ;;
    browser)
      build_client
      [ "${2-}" != lantern ] || step build.lantern built sanitize build-sanitize salient_lantern
      browser_tests "${2-panzer}"
      ;;
    site) # a lesson of each game without a network, on a desk and on a phone, to its end and reviewed
      step build.clang built clang build-clang wasm || finish
      build_client
      for game in ${2-ford Kursk.I.and SS.Panzer Stalnie Kursk.1943}; do site_tests "$game" offline pocket; done
      ;;
    mutants)
      [ $# -ge 2 ] || die "usage: ./salient soak mutants GAME [N] [SEED]"
      mutants "$2" --count "${3-40}" --seed "${4-1}"
      exit
      ;;
    games)
      [ $# = 3 ] || die "usage: ./salient soak games GAME/SCENARIO N"
      exec "$build/salient" sim "$2" --german random --soviet random --games "$3"
      ;;
    random) # random games of every scenario, every position audited, options off and on; half an hour
      build_preset release build salient || why_not_built "the build"
      exec node "$root/tools/random.mjs" "$build/salient" "${2-500}" "${3-1}" ${4+"$4"}
      ;;
    kill)
      [ -d "$root/tests/server" ] || die "there are no server tests"
      build_preset sanitize build-sanitize || why_not_built "the build"
      SALIENT_SOAK=1 "$root/build-sanitize/tests/test_server.kill" && # 1,000 kills; the result is its last line but two
        SALIENT_SOAK=1 "$root/build-sanitize/tests/test_server.faults"
      exit
      ;;
    load) # 1,000 players, 200 cups of eight, notices for all, 2,000 actions a second: the answers' p99; some minutes, most of them to fill the house
      (cd "$root" && cmake --preset release -DSALIENT_BENCH=ON) >"$log" 2>&1 || why_not_built "configuring"
      build_preset release build salient bench-company || why_not_built "the build"
      exec "$build/bench/bench-company" "$build/salient" "$out/load" "${2-60}"
      ;;
    many) # series on several machines: GNU parallel, and the script for Slurm
      need many parallel
      build_preset release build salient || why_not_built "the build"
      exec sh "$root/tools/many.sh" "$build/salient" "$root"
      ;;
    workers) # workers on other machines: all tests of them, and how much faster two are than one
      build_preset release build salient || why_not_built "the build"
      build_preset sanitize build-sanitize test_server.far || why_not_built "the build"
      SALIENT_SOAK=1 SALIENT_PROGRAM=$build/salient exec "$root/build-sanitize/tests/test_server.far"
      ;;
    postgres) # the shared store: nodes that die, stand still and leave, or serve at once, a database that dies or says nothing, games that move; the server's tests over it. `postgres SECONDS`: only ends of every kind, mixed, 1,000 or for so long, first of nodes that wait, then of nodes that all serve
      need postgres "postgresql libpq-dev haproxy"
      if [ $# -gt 1 ]; then
        build_preset sanitize build-sanitize salient test_server.mixed test_server.shards || why_not_built "the build"
        export SALIENT_SOAK=1 MIXED="$2" SHARED="$2"
        "$root/tools/postgres.sh" "$root/build-sanitize/tests/test_server.mixed" &&
          "$root/tools/postgres.sh" "$root/build-sanitize/tests/test_server.shards" nothing_lost_nothing_doubled
        exit
      fi
      # all but those about SQLite's file (faults, older, trouble), about parts without a store (cup_pair, glicko, units) and about long
      # thinking (review, stats)
      parts='postgres mixed shards kill chaos crowd closing sentences seats order notices mail rating seek cup bids bots eyes far hostile
        letter limits metrics pace play push puzzle rights tls wire'
      # shellcheck disable=SC2086,SC2046 # one word for each
      step build.sanitize built sanitize build-sanitize salient $(printf 'test_server.%s ' $parts) || finish
      for name in $parts; do
        step "postgres.$name" "$root/tools/postgres.sh" "$root/build-sanitize/tests/test_server.$name"
      done
      step build.release built release build salient || finish
      step postgres.nodes "$root/tools/postgres.sh" "$root/tools/nodes.sh" "$build/salient"
      ;;
    chaos)
      [ -d "$root/tests/server" ] || die "there are no server tests"
      build_preset sanitize build-sanitize || why_not_built "the build"
      CHAOS=${2-3600} exec "$root/build-sanitize/tests/test_server.chaos"
      ;;
    *) die "usage: ./salient soak fuzz [SECONDS] | chaos [SECONDS] | analyse | secrets | mutants GAME [N] [SEED] | games GAME/SCENARIO N | random [N [SEED [GAME]]] | kill | load [SECONDS] | postgres [SECONDS] | workers | many | owners | crowd | probes | review [GAMES] | package | browser [GAME] | site [GAME]" ;;
  esac
  finish
}
