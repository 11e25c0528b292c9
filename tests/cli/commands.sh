#!/bin/sh
# commands.sh SALIENT: what the commands say and how they exit. Each line is one expectation.
salient=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
bad=0

exits() { # exits CODE ARGUMENTS..: nothing but the exit code, and one line of error when it is not 0
  want=$1
  shift
  "$salient" "$@" >out 2>err </dev/null
  got=$?
  if [ "$got" != "$want" ]; then echo "salient $*: exit $got, not $want: $(head -1 err)"; bad=1; fi
  if [ "$want" = 2 ] && [ ! -s err ]; then echo "salient $*: says nothing on stderr"; bad=1; fi
}
says() { # says WORDS: in the output of the last command
  if ! grep -q -e "$1" out err; then echo "no '$1' in: $(head -c 200 out err)"; bad=1; fi
}
same() { # same A B: two files
  if ! cmp -s "$1" "$2"; then echo "$1 and $2 differ"; bad=1; fi
}

exits 2
exits 0 --version; says "^commit [0-9a-z]"; says "^data nullgame [0-9a-f]\{16\}, edition [0-9]*$"
exits 0 --help
exits 2 nonsense
exits 2 games --bogus
exits 0 games --json; says '"id":"nullgame"'
exits 2 --data /nowhere games
exits 0 rules nullgame 4.6; says 'Reaction fire'; says 'Decided in src/rules/nullgame/move.c:[0-9]'; says 'Tested in tests/rules/nullgame/test_.*c:[0-9]'
exits 1 rules nullgame 99
exits 2 rules chess
exits 0 sources nullgame --json; says '"source":'
exits 2 odds /nowhere commit
exits 2 replay /nowhere
exits 2 sim nullgame/lesson --games 0
exits 2 sim nullgame/lesson --german nobody
exits 2 sim nullgame/nowhere
exits 0 perft nullgame/lesson --depth 2; says 'perft 2'
exits 0 bench --signature; says '^Bench: [0-9a-f]\{16\}$'

# a position and its odds
echo '{"game":"nullgame","scenario":"lesson","map":"plain:9x9","phase":"german.attack","units":[{"unit":"de.1.inf","hex":"0505"},{"unit":"ru.1.rifle","hex":"0504"}]}' >p.json
exits 0 odds p.json 'target 0504' 'add de.1.inf' --json; says '"kind":"odds"'
exits 0 odds p.json 'target 0504' 'add de.1.inf'; says '%'
exits 2 odds p.json 'target 9999'
exits 1 odds p.json 'target 0101'
echo '{"game":"nullgame","scenario":"lesson","map":"plain:9x9","units":[{"unit":"nobody","hex":"0505"}]}' >bad.json
exits 2 odds bad.json 'target 0504'; says 'units\[0\].unit'
exits 0 draw --position p.json -o p.svg
grep -q '<svg' p.svg || { echo 'draw writes no picture'; bad=1; }

# a whole game in the terminal, its journal, and what is wrong with an altered one
yes 1 | head -2000 | "$salient" tty nullgame/lesson --soviet random --seed 3 >out 2>err
says 'victory'
# A game's own word `go` is its action; `go UNIT HEX` stays the terminal's.
printf 'ready\ndone\npick de.sq-5\ngo P3 0\nquit\n' | "$salient" tty stalnie/skirmish --soviet greedy --seed 5 >out 2>err
says '658 5 LAH from Q3 to P3'
printf 'stance press\nsave g.journal\n' | "$salient" tty nullgame/lesson --soviet random >out 2>err
exits 0 replay g.journal --verify; says 'good'
exits 0 replay g.journal --side german
exits 0 replay g.journal --svg g.svg --side soviet
sed 's/stance press/stance hold/' g.journal >h.journal
exits 1 replay h.journal --verify; says 'line [0-9]*: altered'
head -c -1 g.journal >t.journal
exits 1 replay t.journal --verify; says 'torn'
echo nonsense >n.journal
exits 1 replay n.journal --verify; says 'line 1'

# review: the same for the same nodes and seed, however many threads; a puzzle is a journal that replays
exits 0 review g.journal --nodes 1000 --jobs 1 --json; says '"points":\[{"n":1,'; says '"totals":{"german":{"luck":'
cp out one
exits 0 review g.journal --nodes 1000 --jobs 2 --json
same one out
exits 1 review n.journal; says 'line 1'
exits 0 puzzles g.journal -o p.jsonl --nodes 1000; says 'puzzles in p.jsonl'
exits 2 puzzles g.journal

# sim: not a matter of how many threads, nor of being cut in two
exits 0 sim nullgame/lesson --games 60 --seed 9 --jobs 1 --json
sed 's/,"jobs".*//' out >one
exits 0 sim nullgame/lesson --games 60 --seed 9 --jobs 3 --json --report r.html
sed 's/,"jobs".*//' out >three
same one three
grep -q '<svg' r.html || { echo 'the report has no picture'; bad=1; }
exits 0 sim nullgame/lesson --games 20 --seed 9 --resume part
head -c -30 part >cut && mv cut part
exits 0 sim nullgame/lesson --games 60 --seed 9 --resume part --json
sed 's/,"jobs".*//' out >resumed
same one resumed
says '"habits":{"back_and_forth":\[[0-9]*,[1-9][0-9]*\],"idle_in_contact":'
says '"unused":\['
exits 2 sim nullgame/lesson --games 60 --seed 8 --resume part
exits 1 sim nullgame/lesson --games 2 --cap 20 --json; says 'no end after 20 actions'; says 'salient-journal 1'

# match: the same however it is cut; a bot is its own equal when both seats play alike
exits 0 match nullgame/lesson --a random --b random --pairs 20 --seed 4 --json
sed 's/,"seconds".*//' out >one
exits 0 match nullgame/lesson --a random --b random --pairs 7 --seed 4 --resume pairs
exits 0 match nullgame/lesson --a random --b random --pairs 20 --seed 4 --resume pairs --jobs 3 --json
sed 's/,"seconds".*//' out >resumed
same one resumed
says '"won":0,"lost":0,"equal":20'
exits 2 match nullgame/lesson --a nobody --pairs 2

# parts of one series, put together, are the series; a part that does not fit is named
exits 0 sim nullgame/lesson --games 40 --seed 9 --json
sed 's/,"jobs".*//' out >whole
for part in 1 2 3; do exits 0 sim nullgame/lesson --games 40 --seed 9 --part $part/3 --resume third$part; done
exits 0 sim --merge third2 third1 third3 --json
sed 's/,"jobs".*//' out >merged
same whole merged
exits 1 sim --merge third1 third3; says 'do not hold game 1 (part 2/3)'
exits 0 sim nullgame/lesson --games 40 --seed 8 --part 2/3 --resume other
exits 1 sim --merge third1 other third3; says 'other: .*seed is 8, the first part.s 9'
exits 2 sim nullgame/lesson --games 40 --part 4/3 --resume x; says 'K from 1 to N'
exits 0 match nullgame/lesson --a greedy --b random --pairs 8 --seed 9 --json
sed 's/,"seconds".*//' out >whole
for part in 1 2; do exits 0 match nullgame/lesson --a greedy --b random --pairs 8 --seed 9 --part $part/2 --resume half$part; done
exits 0 match --merge half1 half2 --json
sed 's/,"seconds".*//' out >merged
same whole merged
exits 1 match --merge half1; says 'do not hold game 1 (part 2/2)'
exits 0 match nullgame/lesson --a greedy --b random --pairs 8 --seed 8 --part 2/2 --resume other
exits 1 match --merge half1 other; says 'seed is 8, the first part.s 9'
exits 0 match nullgame/lesson --a random --b random --pairs 8 --seed 9 --part 2/2 --resume weak
exits 1 match --merge half1 weak; says 'is random, the first part.s greedy'
for half in 1 2; do sed '1s/version [^ ]*/version 0.0.1/' half2.$half >old.$half; done
exits 1 match --merge half1 old; says 'version is 0.0.1'
for half in 1 2; do sed '1s/data [^ ]*/data 0123456789abcdef/' half2.$half >strange.$half; done
exits 1 match --merge half1 strange; says 'data is 0123456789abcdef'

# a sequential test stops by itself, at the same pair however many threads play
exits 0 match nullgame/lesson --a greedy --b random --seed 9 --sprt 0,30 --jobs 1 --json; says '"verdict":"accept"'
sed 's/,"seconds".*//' out >one
exits 0 match nullgame/lesson --a greedy --b random --seed 9 --sprt 0,30 --jobs 3 --json
sed 's/,"seconds".*//' out >three
same one three
exits 2 match nullgame/lesson --sprt 30,0; says 'the smaller first'

# another program plays as this one does; one that says nonsense forfeits and is named
exits 0 match nullgame/lesson --a "exec:$salient:planner:200n" --b planner:200n --pairs 3 --seed 9; says 'equal 3'
exits 0 match nullgame/lesson --a exec:/bin/true:planner --b random --pairs 1; says 'forfeits at action'; says 'no Elo'; says 'forfeited: exec:/bin/true:planner 2 games, random 0'
exits 0 match nullgame/lesson --a random --b exec:/bin/true:planner --pairs 1 --sprt 0,30 --json; says '"forfeits":{"a":0,"b":2},"elo":null'; says '"verdict":"open"'
exits 2 match nullgame/lesson --a exec:/nowhere:planner --pairs 1; says 'not a program'
echo '{"cmd":"think","side":"german"}' | "$salient" worker >out 2>err; says 'no game has been started'
exits 2 match --all nosuch

# pass: begun, joined, shown; an altered, an old and another's file each refused; the file says what its mode protects
exits 0 pass new sspanzer/lesson g.pass --side german --home a; says 'neither can choose or foresee it. So does what neither side may know'
exits 2 pass new sspanzer/lesson g.pass --side german --home a
cp g.pass one.pass
exits 0 pass g.pass --home b; says 'sealed value for roll 0 is awaited'
exits 0 pass show g.pass --home a; says 'You are the german side'
exits 1 pass g.pass --home c; says 'two others play this game'
exits 1 pass one.pass --home b; says 'replayed'
sed 's/^seal 0 ./seal 0 x/' g.pass >bad.pass
exits 1 pass bad.pass --home a; says 'line 9: the seal on this line was changed'
exits 0 pass new wb95/lesson w.pass --side soviet --home a; says 'hidden by the two programs'
exits 0 pass new wb95/lesson v.pass --side soviet --mode honour --home a; says 'a changed program could work them out'
exits 2 pass new wb95/lesson x.pass --home a
exits 2 pass nowhere.pass --home a
exits 2 pass

# variants on the same seeds; with nothing changed nothing differs
exits 0 sim nullgame/lesson --games 8 --seed 9 --versus-data "$(dirname "$0")/../../data"; says 'margin +0.00 (+0.00 to +0.00)'
exits 2 sim nullgame/lesson --games 8 --options nothing=1; says 'no option'

# engine: one answer a line, the long one too
{ echo '{"cmd":"hello","id":1}'; head -c 11000000 /dev/zero | tr '\0' x; echo; echo '{"cmd":"stop","id":2}'; } | "$salient" engine >out 2>err
[ "$(wc -l <out)" = 3 ] || { echo 'engine: not three answers'; bad=1; }
says '"code":"limit"'
says '"id":2'
exit $bad
