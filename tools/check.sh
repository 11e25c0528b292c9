# check.sh - `./salient check` and `./salient soak NAME`; read by ./salient, whose functions it uses.
#
# Every step writes its own log under build/check/ and counts as one; a program of unit tests counts as many as it
# holds. The last line is `N passed, M failed`, and the exit code is 1 when anything failed.
# shellcheck shell=sh disable=SC2154 # root, build and log come from ./salient

check_packages="libcmocka-dev clang-14 libclang-rt-14-dev libclang-rt-14-dev-wasm32 lld-14 wasi-libc nodejs"
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
note_of() { # the log's own closing line where it has one, else how many passed
  sed -n 's/^note: //p' "$1" | tail -n 1 | grep . || { [ "$2" = 1 ] || echo "$2 passed"; }
}

# step NAME COMMAND..: one check.
step() {
  name=$1 start=$(date +%s)
  shift
  if "$@" >"$out/$name.log" 2>&1; then good=1; else good=0; fi
  report "$name" "$good" "$((1 - good))" "$(($(date +%s) - start))" "$out/$name.log"
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

unit_tests() {
  start=$(date +%s)
  tests=$root/build-sanitize
  rm -rf "$tests/coverage" "$build/coverage"
  mkdir -p "$tests/coverage" "$build/coverage"
  ctest --test-dir "$tests" -j "$cores" --timeout 300 --output-on-failure >"$out/tests.log" 2>&1
  # shellcheck disable=SC2046 # two numbers
  set -- $(count_tests "$tests/Testing/Temporary/LastTest.log")
  [ "$1" -gt 0 ] || set -- 0 1
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
    case $target in fuzz_http | fuzz_ws) leaks=0 ;; esac
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

# Clang's static analyser over every source; any finding fails.
analyse() {
  cd "$root" || return
  find src -name '*.c' | xargs -P "$cores" -n 4 clang-14 --analyze --analyzer-output text -std=c17 -D_GNU_SOURCE -DSALIENT_SERVER \
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

lint() { cd "$root" && "$build/salient" lint; }
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
  browser_tests ford
  browser_tests lantern
  browser_tests panzer lesson keyboard reload
  browser_tests stalnie forms
  step lint lint
  step signature.gcc signature "$build/salient"
  step signature.clang signature "$root/build-clang/salient"
  step mutants mutants nullgame --count 8 --seed 1
  fuzz_step 60 1
  finish
}

run_soak() {
  mkdir -p "$out"
  need check "$check_packages"
  case ${1-} in
    fuzz) fuzz_step "${2-600}" 0 ;;
    analyse) step analyse analyse ;;
    secrets) # what a view hides, left in place by place
      for game in nullgame sspanzer alea wb95 stalnie; do step "secrets.$game" mutants "$game" --secrets; done
      ;;
    browser)
      build_client
      [ "${2-}" != lantern ] || step build.lantern built sanitize build-sanitize salient_lantern
      browser_tests "${2-panzer}"
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
    kill)
      [ -d "$root/tests/server" ] || die "there are no server tests"
      build_preset sanitize build-sanitize || why_not_built "the build"
      SALIENT_SOAK=1 "$root/build-sanitize/tests/test_server.kill" && # 1,000 kills; the result is its last line but two
        SALIENT_SOAK=1 "$root/build-sanitize/tests/test_server.faults"
      exit
      ;;
    *) die "usage: ./salient soak fuzz [SECONDS] | analyse | secrets | mutants GAME [N] [SEED] | games GAME/SCENARIO N | kill | browser [GAME]" ;;
  esac
  finish
}
