// Runs the browser tests against a server of its own: node test/run.mjs [NAME..]. Screenshots go to test/shots.
// SALIENT names the program (default ../../build/salient); GAME and SCENARIO choose what is played (default: the first game).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url)), program = process.env.SALIENT ?? join(here, '../../build/salient');
const dir = mkdtempSync(join(tmpdir(), 'salient-web-'));
// A port that nobody has: the system picks one, and it is free again by the time the server asks for it.
const port = await new Promise(yes => { const s = createServer().listen(0, '127.0.0.1', () => { const { port } = s.address(); s.close(() => yes(port)); }); });
const server = spawn(program, ['serve', '--port', String(port), '--db', join(dir, 'games.db'), '--web', join(here, '../dist')], { stdio: ['ignore', 'pipe', 'inherit'] });
await new Promise((yes, no) => { server.stdout.on('data', d => { if (String(d).includes('ready')) yes(); }); server.on('exit', c => no(new Error(`the server ended with ${c}`))); });
process.env.SALIENT_URL = `http://127.0.0.1:${port}/`;
const { tests } = await import('./tests.mjs'), { launch } = await import('./lib.mjs');
const only = process.argv.slice(2), failed = [], browser = await launch();
for (const [name, test] of Object.entries(tests)) {
  if (only.length && !only.includes(name)) continue;
  const start = Date.now();
  let timer;
  try {
    const said = await Promise.race([test(browser), new Promise((_, no) => { timer = setTimeout(() => no(new Error('failed: took more than 240 s')), 240000); })]);
    console.log(`ok    ${name} ${((Date.now() - start) / 1000).toFixed(1)} s${said ? `, ${said}` : ''}`);
  } catch (e) { failed.push(name); console.log(`FAIL  ${name}: ${e.message.split('\n').filter(l => /failed|Timeout|intercepts|locator\(/.test(l)).slice(0, 4).join(' / ') || e.message.split('\n')[0]}`); }
  clearTimeout(timer);
  for (const c of browser.contexts()) await c.close();
}
await browser.close();
server.removeAllListeners('exit');
server.kill('SIGTERM');
rmSync(dir, { recursive: true, force: true });
console.log(failed.length ? `${failed.length} failed: ${failed.join(', ')}` : 'all passed');
process.exit(failed.length ? 1 : 0);
