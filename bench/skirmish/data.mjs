// Writes the skirmish's data files: the map and forces that boardgame.io plays (`whole`), or the same at 0.5, 2 and 4
// times the hexes and counters.   node data.mjs FOLDER SIZE
import { mkdirSync, writeFileSync, copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const sizes = [
  { id: "half", width: 45, height: 26, units: 50 },
  { id: "whole", width: 64, height: 36, units: 100 },
  { id: "double", width: 90, height: 51, units: 200 },
  { id: "fourfold", width: 99, height: 93, units: 400 },
];
const two = (n) => String(n).padStart(2, "0");

function map({ width, height }) {
  const rows = [];
  for (let y = 0; y < height; y++)
    rows.push((y % 2 ? " " : "") + ". ".repeat(width).trimEnd());
  return `salient-map 1\nsource invented: for measuring\nlayout pointy\nsize ${width} ${height}\nnumber ccrr 1 1 nw\nlow even\nkey . clear\ngrid\n${rows.join("\n")}\nend\n`;
}

// As the peer sets them up: rank by rank at the two far edges.
function units({ width, height, units: n }) {
  const out = [];
  for (let i = 0; i < n; i++) {
    const k = i >> 1,
      deep = (k % 3) + 3 * Math.floor(k / width),
      x = k % width;
    const y = i & 1 ? height - 1 - deep : deep;
    out.push(
      [
        `u${i}`,
        i & 1 ? "soviet" : "german",
        i,
        "-",
        "UNIT",
        "II",
        "infantry",
        "army",
        "invented",
        two(x + 1) + two(y + 1),
      ].join("\t"),
    );
  }
  return out;
}

export function write(folder, id) {
  const size = sizes.find((s) => s.id === id),
    dir = `${folder}/skirmish`;
  mkdirSync(dir, { recursive: true });
  copyFileSync(new URL("rules.tsv", import.meta.url), `${dir}/rules.tsv`);
  writeFileSync(
    `${dir}/terrain.tsv`,
    "id\twhere\ttitle\tpaint\trule\nclear\thex\tClear\tpaper\t2\n",
  );
  writeFileSync(
    `${dir}/scenarios.tsv`,
    "id\ttitle\tabout\tmap\tturns\tminutes\tunits\n" +
      `${id}\t${id}\t${size.units} units on ${size.width} x ${size.height} hexes.\tfield\t99\t10\t${size.units}\n`,
  );
  writeFileSync(
    `${dir}/counters.tsv`,
    "id\tside\tname\tformation\tkind\tsize\tsymbol\tstyle\tsource\tat\n" +
      units(size).join("\n") +
      "\n",
  );
  writeFileSync(`${dir}/field.txt`, map(size));
}
if (process.argv[1] === fileURLToPath(import.meta.url))
  write(process.argv[2], process.argv[3]);
