// site.mjs CLIENT MODULE DIR: writes the static site: the client, the engine's module, a service worker that keeps both, and
// what a web host should know. Everything that changes with a version lies in a folder named after its hash.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { engine } from "../tests/wasm/module.mjs";

const [client, module, dir] = process.argv.slice(2),
  MARK = "salient site",
  policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

function die(text) {
  console.error(`salient: ${text}`);
  process.exit(2);
}
const below = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? below(path) : [path];
  });

// The module as small as it gets, so that it does not matter how the host compresses; web/src/home/lzma.ts unpacks it. The
// length of the whole stands in the head, where xz leaves it open.
function packed(path) {
  const how = ["--format=lzma", "--lzma1=preset=9e,lc=4,lp=0,pb=0", "-c", path],
    { status, stdout, error } = spawnSync("xz", how, { maxBuffer: 1 << 26 });
  if (status) die(`xz does not pack the engine: ${error ?? status}`);
  stdout.writeBigUInt64LE(BigInt(statSync(path).size), 5);
  return stdout;
}

// All puzzles in one file, which a page fetches when somebody wants one.
function puzzles() {
  const folder = new URL("../puzzles/", import.meta.url),
    texts = readdirSync(folder).map((name) =>
      readFileSync(new URL(name, folder)),
    );
  return Buffer.concat(texts);
}

// What the lobby asks first, so that it need not wait for the engine: the engine's own answers.
async function ready() {
  const { ask } = await engine(module),
    { games } = ask({ cmd: "hello" }),
    brief = ({ id }) => [id, ask({ cmd: "guide", game: id, name: "brief" })],
    briefs = Object.fromEntries(games.map(brief));
  return Buffer.from(JSON.stringify({ games, briefs }));
}

// ---- what goes into it
const unwanted =
    /(\.gz|\.html|\.built|\.figures\.json|^((notices|ladder|cups|eyes|embed|account)\.js|(company|embed)\.css))$/,
  files = below(client)
    .map((path) => [relative(client, path), path])
    .filter(([name]) => !unwanted.test(name))
    .map(([name, path]) => [name, readFileSync(path)])
    .concat([
      ["salient.wasm.lzma", packed(module)],
      ["puzzles.jsonl", puzzles()],
      ["ready.json", await ready()],
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1)),
  hash = createHash("sha256");
for (const [name, bytes] of files) hash.update(name).update("\0").update(bytes);
hash
  .update(readFileSync(new URL(import.meta.url)))
  .update(readFileSync(join(client, "index.html")));
const version = hash.digest("hex").slice(0, 16),
  under = `v/${version}`;

// ---- where it goes
if (existsSync(dir) && readdirSync(dir).length) {
  const old = join(dir, "sw.js");
  if (!existsSync(old) || !readFileSync(old, "utf8").includes(MARK))
    die(`${dir} is not empty, and no site of this program`);
  rmSync(join(dir, "v"), { recursive: true, force: true });
}
for (const [name, bytes] of files) {
  const to = join(dir, under, name);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, bytes);
}
cpSync(join(client, "icon.svg"), join(dir, "icon.svg"));

// ---- the page
const page = readFileSync(join(client, "index.html"), "utf8")
  .replace(/(href|src)="(?!https?:)([^"]+)"/g, `$1="${under}/$2"`)
  .replace(
    "<title>",
    `<meta name="salient-home" content="${version}" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <link rel="manifest" href="manifest.webmanifest" />
    <title>`,
  );
writeFileSync(join(dir, "index.html"), page);
const manifest = {
  name: "salient",
  short_name: "salient",
  description:
    "Board wargames of the Battle of Kursk, with every rule enforced.",
  start_url: "./",
  scope: "./",
  display: "standalone",
  background_color: "#e9e4d6",
  theme_color: "#2f3a2c",
  icons: [
    { src: "icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
  ],
};
writeFileSync(
  join(dir, "manifest.webmanifest"),
  `${JSON.stringify(manifest, null, 1)}\n`,
);

// ---- kept by the browser: all but licences, and what is kept when it is first seen: the lobby's pictures, puzzles, what passed
// games need, and two typefaces that a browser has something like
const first = files
  .map(([name]) => name)
  .filter(
    (name) =>
      !/LICENSE|^thumbs|^puzzles|^sodium|-all\.woff2|sans-latin-400-italic|alegreya-latin-400/.test(
        name,
      ),
  )
  .map((name) => `${under}/${name}`)
  .concat(["./", "manifest.webmanifest", "icon.svg"]);
writeFileSync(
  join(dir, "sw.js"),
  `// ${MARK} ${version}: keeps this version whole, so that the page opens without a network. A new version is fetched
// beside it and takes over when no page of the old one is open.
const NAME = 'salient-${version}';
const FIRST = ${JSON.stringify(first)};
const kept = async () => caches.open(NAME);
async function fill() {
  const cache = await kept();
  // what lies in a folder named after its hash never changes: the browser's own copy will do
  await cache.addAll(FIRST.map(path => new Request(path, { cache: path.startsWith('v/') ? 'default' : 'no-cache' })));
}
async function clear() {
  for (const name of await caches.keys())
    if (name.startsWith('salient-') && name !== NAME) await caches.delete(name);
  await self.clients.claim();
}
// Without a network, instead of what was never seen: a face of the same family, the picture in other colours.
async function similar(cache, url) {
  const like = url
      .replace('400-italic', '400-normal')
      .replace('alegreya-latin-400-normal', 'alegreya-latin-700-normal')
      .replace(/-(light|dark)\\.webp$/, (_, word) => (word === 'light' ? '-dark.webp' : '-light.webp')),
    found = like === url ? undefined : await cache.match(like);
  return found ?? Response.error();
}
async function answer(request) {
  const cache = await kept(),
    at = request.mode === 'navigate' ? './' : request,
    found = await cache.match(at, { ignoreSearch: true });
  if (found) return found;
  const got = await fetch(request).catch(() => null);
  if (!got) return similar(cache, request.url);
  // a browser without room shows it all the same
  if (got.ok && request.url.includes('/${under}/')) await cache.put(request, got.clone()).catch(() => {});
  return got;
}
self.addEventListener('install', e => e.waitUntil(fill()));
self.addEventListener('activate', e => e.waitUntil(clear()));
self.addEventListener('fetch', e => {
  if (e.request.method === 'GET' && new URL(e.request.url).origin === location.origin)
    e.respondWith(answer(e.request));
});
`,
);

// ---- for the host
writeFileSync(
  join(dir, "_headers"),
  `/v/*
  Cache-Control: public, max-age=31536000, immutable
/*
  Cache-Control: no-cache
  Content-Security-Policy: ${policy}; frame-ancestors 'none'
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
`,
);
writeFileSync(
  join(dir, "HOSTING.txt"),
  `Put this folder on any web host, at the top or in a folder of it. It needs no program on the server.

- Files under v/ have a new name with every version: Cache-Control: public, max-age=31536000, immutable.
- All others: Cache-Control: no-cache. The file _headers says so in the way of some hosts; copy it into the settings of others.
- Let the host compress (brotli or gzip) .js, .json, .css, .html and .svg. All other files are compressed already.
- HTTPS is needed for playing without a network; browsers keep sites for that only when they are safe.
`,
);

// ---- figures
const wire = (path) => {
  const bytes = readFileSync(path);
  if (/\.(woff2|webp|lzma)$/.test(path))
    return { br: bytes.length, gz: bytes.length };
  return {
    br: brotliCompressSync(bytes).length,
    gz: gzipSync(bytes, { level: 9 }).length,
  };
};
let br = 0,
  gz = 0;
const seen = first
    .map((path) => (path === "./" ? "index.html" : path))
    .concat(["sw.js"]),
  thumbs = files
    .map(([name]) => `${under}/${name}`)
    .filter((name) => /-light\.webp$/.test(name));
for (const path of seen.concat(thumbs)) {
  const one = wire(join(dir, path));
  br += one.br;
  gz += one.gz;
}
const fetched = wire(join(dir, under, "salient.wasm.lzma"));
console.log(
  `${dir}: version ${version}; engine ${fetched.br} bytes; ` +
    `a first visit ${br} bytes brotli, ${gz} gzip`,
);
