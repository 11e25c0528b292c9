// docs.mjs SITE SOURCE: every link of the documents leads somewhere, nothing needs another host or an exception from the policy, and the
// search finds every rule by its number, first of all.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { runInNewContext } from "node:vm";

const [site, source] = process.argv.slice(2);
let bad = 0;
function wrong(text) {
  console.log(text);
  bad++;
}
const below = (folder) =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? below(path) : [path];
    }),
  pages = below(site).filter((path) => path.endsWith(".html")),
  text = new Map(pages.map((path) => [path, readFileSync(path, "utf8")])),
  anchors = new Map(
    pages.map((path) => [
      path,
      [...text.get(path).matchAll(/ id="([^"]+)"/g)].map((m) => m[1]),
    ]),
  );

// ---- links
let links = 0;
for (const [path, html] of text) {
  const name = relative(site, path);
  for (const [, target] of html.matchAll(/ (?:href|src)="([^"]+)"/g)) {
    if (/^https?:/.test(target)) continue;
    const [file, anchor] = target.split("#"),
      to = file ? join(dirname(path), file) : path;
    links++;
    if (!existsSync(to)) wrong(`${name}: ${target} leads nowhere`);
    else if (anchor && !anchors.get(to)?.includes(anchor))
      wrong(`${name}: ${target} names no part of it`);
  }
  const ids = anchors.get(path);
  if (new Set(ids).size !== ids.length) wrong(`${name}: an id stands twice`);
  if (!/Content-Security-Policy" content="default-src 'none'/.test(html))
    wrong(`${name}: no policy`);
  if (/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/.test(html))
    wrong(`${name}: needs an exception from its policy`);
  if (/(?:src|rel="stylesheet" href)="https?:/.test(html))
    wrong(`${name}: loads from another host`);
}
if (links < 1000) wrong(`only ${links} links were found`);

// ---- the search, as the page runs it
const found = runInNewContext(
  `${readFileSync(join(site, "parts.js"), "utf8")}
   ${readFileSync(join(site, "search.js"), "utf8")}
   (asked) => findParts(PARTS, asked, 5)`,
);
let rules = 0;
for (const game of readdirSync(join(source, "data"))) {
  const file = join(source, "data", game, "rules.tsv");
  if (!existsSync(file)) continue;
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .filter((row) => row && !row.startsWith("#") && !row.startsWith("id\t"));
  for (const row of rows) {
    const id = row.split("\t")[0],
      [first] = found(`${game} ${id}`);
    rules++;
    if (first?.r !== id || first.u !== `rules/${game}.html`)
      wrong(
        `${game} ${id}: the search gives ${first ? `${first.u} ${first.r}` : "nothing"}`,
      );
    else if (!anchors.get(join(site, first.u)).includes(first.a))
      wrong(`${game} ${id}: is not on its page`);
  }
}
if (rules < 1000) wrong(`only ${rules} rules were read`);
if (found("xyzzy plugh").length) wrong("what is nowhere is found");
if (!found("behind-proxy").length) wrong("the manual is not searched");

// ---- the README's pictures are there and small
const shown = [
  ...readFileSync(join(source, "README.md"), "utf8").matchAll(
    /!\[[^\]]+\]\(([^)]+)\)/g,
  ),
].map((m) => m[1]);
if (shown.length !== 6) wrong(`the README shows ${shown.length} pictures`);
for (const file of shown) {
  const most = /film/.test(file) ? 2000000 : 120000,
    size = existsSync(join(source, file))
      ? statSync(join(source, file)).size
      : most + 1;
  if (size > most) wrong(`README: ${file} is missing or too large`);
}
console.log(`note: ${pages.length} pages, ${links} links, ${rules} rules`);
process.exit(bad ? 1 : 0);
