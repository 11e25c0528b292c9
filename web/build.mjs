// Builds web/dist: the page, its workers, the style and the fonts. `--watch` rebuilds, `--figures` prints sizes.
import { build } from 'esbuild';
import subset from 'subset-font';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url)),
  dist = join(here, 'dist');
rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, 'fonts'), { recursive: true });

// The letters that the program itself uses. A name with others (é) fetches the whole face, for those letters alone.
const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i)),
  LETTERS = `${ASCII}\u00a0±·¼½¾×–—‘’“”•…›⅓⅔⅙⅚↑→↓−`,
  // what a browser applies by itself, and the figures that style.css asks for; small capitals and the like stay out
  FEATURES = 'kern liga clig calt ccmp locl mark mkmk rlig rclt tnum lnum'.split(' '),
  OTHERS = 'U+A1-B0,U+B2-B6,U+B8-BB,U+BF-D6,U+D8-17F';
const fonts = [
  [
    'alegreya-sans',
    [
      'latin-400-normal',
      'latin-500-normal',
      'latin-700-normal',
      'latin-800-normal',
      'latin-700-italic',
      'latin-400-italic',
    ],
  ],
  ['alegreya', ['latin-400-normal', 'latin-700-normal', 'latin-700-italic']],
  ['barlow-condensed', ['latin-500-normal', 'latin-600-normal', 'latin-700-normal']],
];
for (const [family, files] of fonts) {
  const from = join(here, 'node_modules/@fontsource', family);
  for (const f of files) {
    const whole = readFileSync(join(from, 'files', `${family}-${f}.woff2`)),
      to = join(dist, 'fonts', `${family}-${f}`);
    const options = { targetFormat: 'woff2', keepFeatures: FEATURES };
    writeFileSync(`${to}.woff2`, await subset(whole, LETTERS, options));
    writeFileSync(`${to}-all.woff2`, whole);
  }
  cpSync(join(from, 'LICENSE'), join(dist, 'fonts', `${family}-LICENSE.txt`));
}
const common = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022'],
  charset: 'utf8',
  logLevel: 'warning',
};
// Pictures of the games for the lobby; `node thumbs.mjs` makes them.
const thumbs = join(here, 'src/thumbs'),
  pictures = existsSync(thumbs) ? readdirSync(thumbs).filter(f => f.endsWith('.webp')) : [];
mkdirSync(join(dist, 'thumbs'));
for (const f of pictures) cpSync(join(thumbs, f), join(dist, 'thumbs', f));
common.define = {
  PICTURES: JSON.stringify(pictures.map(f => f.replace(/\.webp$/, ''))),
};
for (const [from, to] of [
  ['main', 'app'],
  ['thumbs', 'thumbs'],
  ['map/artist', 'artist'],
  ['ground/worker', 'ground'],
  ['home/worker', 'home'],
  ['notice/worker', 'notices'],
  ['ui/ladder', 'ladder'],
  ['ui/cups', 'cups'],
  ['ui/eyes', 'eyes'],
  ['embed', 'embed'],
  ['ui/account', 'account'],
  ['home/judge', 'judge'],
  ['home/sodium', 'sodium'],
])
  await build({
    ...common,
    entryPoints: [join(here, `src/${from}.ts`)],
    outfile: join(dist, `${to}.js`),
    define: { ...common.define, EMBEDDED: String(to === 'embed') },
  });
for (const [from, to] of [
  ['page', 'style'],
  ['company', 'company'], // fetched by the pages that need it
  ['embed', 'embed'], // of embed.html
])
  await build({
    ...common,
    entryPoints: [join(here, `src/${from}.css`)],
    outfile: join(dist, `${to}.css`),
    external: ['fonts/*'],
  });
const style = join(dist, 'style.css'),
  css = readFileSync(style, 'utf8'),
  faces = css.match(/@font-face\{[^}]*\}/g),
  whole = face => face.replace('.woff2', '-all.woff2').replace('}', `;unicode-range:${OTHERS}}`);
writeFileSync(style, css + faces.map(whole).join(''));
for (const page of ['index.html', 'embed.html']) cpSync(join(here, 'src', page), join(dist, page));
cpSync(join(here, 'node_modules/libsodium/LICENSE'), join(dist, 'sodium-LICENSE.txt'));
for (const icon of ['icon.svg', 'icon-move.svg']) cpSync(join(here, 'src', icon), join(dist, icon));

// The server sends these instead to browsers that take them. Not by Node: each Node brings a zlib of its own, and the
// package would have other bytes.
const packed = readdirSync(dist).filter(f => /\.(js|css|html|svg)$/.test(f));
execFileSync('gzip', ['-9nk', ...packed], { cwd: dist });

if (process.argv.includes('--figures')) {
  let gz = 0,
    br = 0;
  for (const f of readdirSync(dist).filter(f => /\.(js|css|html|svg)$/.test(f))) {
    const bytes = readFileSync(join(dist, f)),
      g = gzipSync(bytes).length;
    gz += g;
    br += brotliCompressSync(bytes).length;
    console.log(`${f} ${bytes.length} bytes, ${g} gzip`);
  }
  console.log(`client without fonts: ${gz} bytes gzip, ${br} brotli`);
  writeFileSync(join(dist, '.figures.json'), JSON.stringify({ gzip: gz, brotli: br }));
}
