// Servers for tests and pictures: on a port that the system picks, with a database that goes when they end.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
export const program = process.env.SALIENT ?? join(here, '../../build/salient');
for (const s of ['SIGTERM', 'SIGINT']) process.on(s, () => process.exit(1));

// `home`: a folder of its own, gone with the server; `more` are further words for the command.
export async function start(command, more = () => []) {
  const home = mkdtempSync(join(tmpdir(), 'salient-web-'));
  const port = await new Promise(yes => { const s = createServer().listen(0, '127.0.0.1', () => { const { port } = s.address(); s.close(() => yes(port)); }); });
  const child = spawn(program, [command, '--port', String(port), '--db', join(home, 'games.db'), '--web', join(here, '../dist'), ...more(home)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((yes, no) => { child.stdout.on('data', d => { if (String(d).includes('ready')) yes(); }); child.on('exit', c => no(new Error(`the server ended with ${c}`))); });
  process.on('exit', () => child.kill('SIGKILL')); // whatever ends this program ends its server
  return { url: `http://127.0.0.1:${port}/`, home, stop: () => { child.removeAllListeners('exit'); child.kill('SIGTERM'); rmSync(home, { recursive: true, force: true }); } };
}
export async function serve() {
  const s = await start('serve');
  process.env.SALIENT_URL = s.url;
  return s.stop;
}
