// Builds web/dist: the page, its two workers, the style and the fonts. `--watch` rebuilds, `--figures` prints sizes.
import { build } from 'esbuild';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url)), dist = join(here, 'dist');
rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, 'fonts'), { recursive: true });

const fonts = [
  ['alegreya-sans', ['latin-400-normal', 'latin-500-normal', 'latin-700-normal', 'latin-800-normal', 'latin-700-italic', 'latin-400-italic']],
  ['alegreya', ['latin-400-normal', 'latin-700-normal', 'latin-700-italic']],
  ['barlow-condensed', ['latin-500-normal', 'latin-600-normal', 'latin-700-normal']],
];
for (const [family, files] of fonts) {
  const from = join(here, 'node_modules/@fontsource', family);
  for (const f of files) cpSync(join(from, 'files', `${family}-${f}.woff2`), join(dist, 'fonts', `${family}-${f}.woff2`));
  cpSync(join(from, 'LICENSE'), join(dist, 'fonts', `${family}-LICENSE.txt`));
}
const common = { bundle: true, minify: true, format: 'esm', target: ['es2022'], charset: 'utf8', logLevel: 'warning' };
for (const [from, to] of [['main', 'app'], ['map/artist', 'artist'], ['ground/worker', 'ground']]) await build({ ...common, entryPoints: [join(here, `src/${from}.ts`)], outfile: join(dist, `${to}.js`) });
await build({ ...common, entryPoints: [join(here, 'src/style.css')], outfile: join(dist, 'style.css'), external: ['/fonts/*'] });
cpSync(join(here, 'src/index.html'), join(dist, 'index.html'));
cpSync(join(here, 'src/icon.svg'), join(dist, 'icon.svg'));

if (process.argv.includes('--figures')) {
  let gz = 0, br = 0;
  for (const f of readdirSync(dist).filter(f => /\.(js|css|html|svg)$/.test(f))) {
    const bytes = readFileSync(join(dist, f)), g = gzipSync(bytes).length;
    gz += g;
    br += brotliCompressSync(bytes).length;
    console.log(`${f} ${bytes.length} bytes, ${g} gzip`);
  }
  console.log(`client without fonts: ${gz} bytes gzip, ${br} brotli`);
  writeFileSync(join(dist, '.figures.json'), JSON.stringify({ gzip: gz, brotli: br }));
}
