#!/bin/sh
# many.sh SALIENT SOURCE: a series on several machines is the series on one. Eight parts by GNU parallel, four by the
# Slurm script with the words that Slurm would give it; merged, they are the single run but for the times.
# shellcheck disable=SC2086 # a series is a list of plain words
set -eu
salient=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
without_times() { sed 's/,"jobs".*//; s/,"seconds".*//'; }
same() { # whole merged
  cmp -s "$1" "$2" || { echo "$2 is not $1" && diff "$1" "$2" | head -n 5 && exit 1; }
}
series="sim nullgame/lesson --german greedy --soviet random --games 400 --seed 5"
"$salient" $series --json | without_times >"$folder/whole"
parallel -j 2 "$salient" $series --jobs 1 --part {}/8 --resume "$folder/p{}" ">/dev/null" ::: 1 2 3 4 5 6 7 8
"$salient" sim --merge "$folder"/p? --json | without_times >"$folder/merged"
same "$folder/whole" "$folder/merged"
echo "sim in 8 parts by parallel: the same"

series="match nullgame/lesson --a greedy --b random --pairs 60 --seed 5"
"$salient" $series --json | without_times >"$folder/whole"
for task in 3 1 4 2; do
  SALIENT=$salient SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=4 "$source/tools/part.slurm" "$folder/array" $series >"$folder/out"
done
"$salient" match --merge "$folder"/array/part-1 "$folder"/array/part-2 "$folder"/array/part-3 "$folder"/array/part-4 --json |
  without_times >"$folder/merged"
same "$folder/whole" "$folder/merged"
echo "match in 4 tasks of an array: the same"
