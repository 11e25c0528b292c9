// Servers for tests and pictures: on a port that the system picks, with a database that goes when they end.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer as createWebServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
export const program = process.env.SALIENT ?? join(here, '../../build/salient');
for (const s of ['SIGTERM', 'SIGINT']) process.on(s, () => process.exit(1));

// `home`: a folder of its own, gone with the server; `more(home, port)` are further words for the command.
export async function start(command, more = () => []) {
  const home = mkdtempSync(join(tmpdir(), 'salient-web-'));
  const port = await new Promise(yes => {
    const s = createServer().listen(0, '127.0.0.1', () => {
      const { port } = s.address();
      s.close(() => yes(port));
    });
  });
  const child = spawn(
    program,
    [
      command,
      '--port',
      String(port),
      '--db',
      join(home, 'games.db'),
      '--web',
      join(here, '../dist'),
      ...more(home, port),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let printed = '';
  await new Promise((yes, no) => {
    child.stdout.on('data', d => {
      printed += d;
      if (/ready.*\n/.test(printed)) yes();
    });
    child.on('exit', c => no(new Error(`the server ended with ${c}`)));
  });
  process.on('exit', () => child.kill('SIGKILL')); // whatever ends this program ends its server
  return {
    url: `http://127.0.0.1:${port}/${/#key\/\w+/.exec(printed)?.[0] ?? ''}`, // play has a key
    home,
    stop: () => {
      child.removeAllListeners('exit');
      child.kill('SIGTERM');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
export async function serve() {
  const s = await start('serve');
  process.env.SALIENT_URL = s.url;
  return s.stop;
}

// A plain web host for the static site: files, their types, and nothing else. `stop` takes it off the net.
const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
  webp: 'image/webp',
  webmanifest: 'application/manifest+json',
  lzma: 'application/octet-stream',
  json: 'application/json',
};
export async function host(folder) {
  const sent = [];
  const server = createWebServer((q, r) => {
    const path = decodeURIComponent(new URL(q.url, 'http://host').pathname),
      file = join(folder, path.endsWith('/') ? `${path}index.html` : path),
      inside = file.startsWith(folder) && existsSync(file) && statSync(file).isFile();
    if (!inside) {
      r.writeHead(404).end();
      return;
    }
    const fixed = path.startsWith('/v/');
    r.writeHead(200, {
      'content-type': TYPES[file.split('.').pop()] ?? 'text/plain; charset=utf-8',
      'cache-control': fixed ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    sent.push(file);
    r.end(readFileSync(file));
  });
  await new Promise(yes => server.listen(0, '127.0.0.1', yes));
  const url = `http://127.0.0.1:${server.address().port}/`;
  return {
    url,
    sent, // the files, as often as they were asked for
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
