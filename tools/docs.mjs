// docs.mjs SALIENT SOURCE DIR: the rules of every game, the manual and our pages as a small static site with a search. Plain HTML, one
// style sheet and one script; it works from a disk, on any web host, and under a policy that allows nothing from elsewhere.
// `./salient docs DIR` runs it.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { escape, page, plain } from "./docs/markdown.mjs";

const [salient, source, dir] = process.argv.slice(2),
  own = join(dirname(fileURLToPath(import.meta.url)), "docs"),
  MARK = "<!-- salient docs -->",
  POLICY =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'";
function die(text) {
  console.error(`salient: ${text}`);
  process.exit(2);
}
if (!dir) die("usage: docs.mjs SALIENT SOURCE DIR");
// A folder of somebody else's is left alone.
if (existsSync(dir) && readdirSync(dir).length) {
  const old = join(dir, "index.html");
  if (!existsSync(old) || !readFileSync(old, "utf8").includes(MARK))
    die(`${dir} is not empty, and holds no documents of this program`);
}
const read = (path) => readFileSync(join(source, path), "utf8"),
  says = (...words) =>
    execFileSync(salient, words, { encoding: "utf8", maxBuffer: 1 << 26 });

// ---- which pages there are: {group, file in the source, address, title, text}
const games = JSON.parse(says("games", "--json")).games,
  pages = [];
const add = (group, file, to, text) =>
  pages.push({
    group,
    file,
    to,
    text,
    title: plain(/^# (.*)/m.exec(text)?.[1] ?? to),
  });
for (const g of games)
  add(
    "Rules",
    `docs/rules/${g.id}.md`,
    `rules/${g.id}.html`,
    says("rules", g.id, "--markdown"),
  );

// The manual as one page: a part for every command, as `help` prints it.
function manual() {
  const names = readdirSync(join(source, "docs/manual"))
    .filter((name) => name.endsWith(".txt"))
    .map((name) => basename(name, ".txt"))
    .sort();
  const part = (name) =>
    `## salient ${name}\n\n\`\`\`\n${says("help", name).trim()}\n\`\`\`\n`;
  return `# The commands\n\n\`salient help COMMAND\` prints the same.\n\n${names.map(part).join("\n")}`;
}
add("Using it", "docs/manual", "manual.html", manual());
for (const name of ["server", "promises", "security", "reliability", "client"])
  add("Using it", `docs/${name}.md`, `${name}.html`, read(`docs/${name}.md`));
add("Using it", "CHANGELOG.md", "changes.html", read("CHANGELOG.md"));
const taken = new Set(pages.map((p) => p.file));
for (const name of readdirSync(join(source, "docs")).sort())
  if (name.endsWith(".md") && !taken.has(`docs/${name}`))
    add(
      "How it is made",
      `docs/${name}`,
      name.replace(/md$/, "html"),
      read(`docs/${name}`),
    );
for (const name of ["CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT"])
  add(
    "How it is made",
    `${name}.md`,
    `${name.toLowerCase().replaceAll("_", "-")}${name === "SECURITY" ? "-reports" : ""}.html`,
    read(`${name}.md`),
  );

// ---- links: to a page of the site, to a picture that is copied, or out of the site; a file of the source alone is no link
const addresses = new Map(pages.map((p) => [p.file, p.to]));
addresses.set("README.md", "index.html");
const pictures = new Set(),
  upFrom = (to) => "../".repeat(to.split("/").length - 1);
const linker = (p) => (target) => {
  if (/^https?:/.test(target)) return target;
  const [path, anchor] = target.split("#");
  if (!path) return target;
  const file = normalize(join(dirname(p.file), path));
  if (
    /\.(jpg|png|svg|webp)$/.test(file) &&
    file.startsWith("docs/") &&
    existsSync(join(source, file))
  ) {
    pictures.add(file);
    return `${upFrom(p.to)}${file.slice("docs/".length)}`;
  }
  const to = addresses.get(file);
  return to ? `${upFrom(p.to)}${to}${anchor ? `#${anchor}` : ""}` : null;
};

// ---- a page around its text
const GROUPS = ["Rules", "Using it", "How it is made"];
function navigation(at, up) {
  const row = (p) =>
    `<li><a href="${up}${p.to}"${p === at ? ' aria-current="page"' : ""}>${escape(short(p))}</a></li>`;
  return GROUPS.map(
    (g) =>
      `<b>${g}</b><ul>${pages
        .filter((p) => p.group === g)
        .map(row)
        .join("")}</ul>`,
  ).join("\n");
}
const short = (p) => p.title.replace(/: the rules in our words$/, "");
function whole(p, title, html) {
  const up = upFrom(p.to);
  return `<!doctype html>
${MARK}
<html lang="en" data-root="${up}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escape(title)} - salient</title>
<link rel="icon" href="${up}icon.svg">
<link rel="stylesheet" href="${up}style.css">
<script src="${up}parts.js" defer></script>
<script src="${up}search.js" defer></script>
</head>
<body>
<header><a class="home" href="${up}index.html">salient</a>
<input id="search" type="search" placeholder="Search rules and pages ( / )" aria-label="Search rules and pages" autocomplete="off"></header>
<div class="frame">
<nav aria-label="Pages">
${navigation(p, up)}
</nav>
<main>
${html}
</main>
<section id="found" aria-label="Found" aria-live="polite" hidden></section>
</div>
</body>
</html>
`;
}

// ---- the first page: the games with their pictures
function front() {
  const card = (g) => {
    const file = `docs/pictures/${g.id}.webp`,
      shown = existsSync(join(source, file)) && pictures.add(file);
    return `<a href="rules/${g.id}.html">${shown ? `<img src="pictures/${g.id}.webp" alt="">` : ""}<span><b>${escape(g.title)}</b>${g.rules} rules, ${g.scenarios.length} scenario${g.scenarios.length === 1 ? "" : "s"}</span></a>`;
  };
  return `<h1>Board wargames of Kursk, with every rule enforced</h1>
<p>The rules of every game, each with the number that the program names when it refuses something. Search for a word or a rule's number.</p>
<div class="games">
${games.map(card).join("\n")}
</div>`;
}

// ---- writing
if (existsSync(dir)) rmSync(dir, { recursive: true });
const put = (to, text) => {
  mkdirSync(dirname(join(dir, to)), { recursive: true });
  writeFileSync(join(dir, to), text);
};
const parts = [];
for (const p of pages) {
  const made = page(p.text, linker(p), p.group === "Rules");
  put(p.to, whole(p, p.title, made.html));
  for (const part of made.parts)
    parts.push({
      u: p.to,
      a: part.anchor,
      p: short(p),
      t: part.title,
      r: part.rule,
      x: part.text,
    });
}
put(
  "index.html",
  whole({ to: "index.html" }, "The rules and the documents", front()),
);
put("parts.js", `const PARTS = ${JSON.stringify(parts)};\n`);
for (const name of ["search.js", "style.css"])
  cpSync(join(own, name), join(dir, name));
cpSync(join(source, "web/src/icon.svg"), join(dir, "icon.svg"));
for (const file of pictures) {
  const to = join(dir, file.slice("docs/".length));
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(source, file), to);
}
const fonts = join(source, "web/dist/fonts");
mkdirSync(join(dir, "fonts"), { recursive: true });
for (const [, name] of readFileSync(join(own, "style.css"), "utf8").matchAll(
  /url\(fonts\/([^)]+)\)/g,
))
  if (existsSync(join(fonts, name)))
    cpSync(join(fonts, name), join(dir, "fonts", name));
if (existsSync(fonts))
  for (const name of readdirSync(fonts).filter((n) => /LICENSE/.test(n)))
    cpSync(join(fonts, name), join(dir, "fonts", name));
console.log(`${dir}: ${pages.length + 1} pages, ${parts.length} parts`);
