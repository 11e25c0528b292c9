// Figures: main-thread work a frame in a scripted pan and zoom over 2,600 hexes with 400 counters, time to the first
// interactive page with a cold cache, bytes of the client. node test/bench.mjs, after the build.
import http from 'node:http';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bigBoard } from './bigboard.mjs';
import { launch } from './lib.mjs';

const here = dirname(fileURLToPath(import.meta.url)), dist = join(here, '../dist'), program = process.env.SALIENT ?? join(here, '../../build/salient');
const sorted = a => [...a].sort((x, y) => x - y), at = (a, q) => sorted(a)[Math.min(a.length - 1, Math.floor(a.length * q))];

// Tasks of the thread that fires animation frames, added up from frame to frame. `tdur` is what the thread itself has run.
function mainThread(events) {
  const fired = events.filter(e => e.name === 'FireAnimationFrame'), of = new Map();
  for (const e of fired) of.set(`${e.pid}/${e.tid}`, (of.get(`${e.pid}/${e.tid}`) ?? 0) + 1);
  const main = [...of].sort((a, b) => b[1] - a[1])[0]?.[0];
  return { fired: fired.filter(e => `${e.pid}/${e.tid}` === main).sort((a, b) => a.ts - b.ts), all: events.filter(e => `${e.pid}/${e.tid}` === main && e.ph === 'X') };
}
function perFrame(events) { // a frame is what runs from its callback to the next, or for a sixtieth of a second
  const { fired, all } = mainThread(events), tasks = all.filter(e => e.name === 'ThreadControllerImpl::RunTask' && e.tdur !== undefined).sort((a, b) => a.ts - b.ts), out = [];
  let next = 0, start = -Infinity;
  for (const t of tasks) {
    const callback = next < fired.length && fired[next].ts <= t.ts + t.dur;
    if (callback) while (next < fired.length && fired[next].ts <= t.ts + t.dur) next++;
    if (callback || t.ts - start > 16667) { start = t.ts; out.push({ ms: 0, callback }); }
    out[out.length - 1].ms += t.tdur / 1000;
  }
  return out.filter(f => f.callback).map(f => f.ms);
}
function dearest(events) {
  const sum = new Map();
  for (const e of mainThread(events).all) if (e.tdur) sum.set(e.name, (sum.get(e.name) ?? 0) + e.tdur / 1000);
  return [...sum].sort((a, b) => b[1] - a[1]).slice(0, 14).map(([n, t]) => `${n} ${t.toFixed(0)} ms`).join('; ');
}

// the map alone, fed with the big board
const code = (await build({ stdin: { contents: "import { MapView } from './src/map'; window.MapView = MapView; window.go = true;", resolveDir: join(here, '..'), loader: 'ts' }, bundle: true, minify: true, format: 'esm', target: 'es2022', write: false })).outputFiles[0].text;
const big = JSON.stringify(bigBoard()), types = { '.js': 'text/javascript', '.woff2': 'font/woff2', '.css': 'text/css' };
const site = http.createServer((q, r) => {
  const u = q.url.split('?')[0], send = (t, b) => { r.writeHead(200, { 'content-type': t }); r.end(b); };
  if (u === '/') send('text/html', '<!doctype html><body style="margin:0"><canvas id=m style="width:100vw;height:100vh;display:block"></canvas><script type=module src=/map.js></script>');
  else if (u === '/map.js') send('text/javascript', code);
  else if (u === '/big.json') send('application/json', big);
  else if (existsSync(join(dist, u))) send(types[extname(u)] ?? 'text/plain', readFileSync(join(dist, u)));
  else { r.writeHead(404); r.end(); }
}).listen(0);
await new Promise(r => site.on('listening', r));
const browser = await launch(), page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(`http://127.0.0.1:${site.address().port}/`);
await page.waitForFunction('window.go');
const plan = await page.evaluate(async () => {
  const d = await (await fetch('/big.json')).json(), m = window.m = new window.MapView(document.getElementById('m'), { tap() { }, hover() { }, inspect() { }, moved() { } });
  m.startGround('/ground.js', []);
  const start = performance.now(), ready = new Promise(r => { m.onReady = () => r(performance.now() - start); });
  m.setBoard(d.board, d.view);
  m.setView(d.view);
  m.fit();
  return ready;
});
await page.waitForTimeout(3000);
// What the page's main thread does from one frame to the next, in processor time: a busy machine does not change it.
const tracing = await browser.newBrowserCDPSession(), events = [];
tracing.on('Tracing.dataCollected', e => events.push(...e.value));
await tracing.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'], excludedCategories: ['*'] } });
await page.mouse.move(720, 450);
for (let k = 0; k < 6; k++) { await page.mouse.wheel(0, -240); await page.waitForTimeout(260); }
for (let k = 0; k < 4; k++) {
  await page.mouse.down();
  for (let i = 0; i < 30; i++) { await page.mouse.move(720 + (k % 2 ? -1 : 1) * i * 14, 450 + (k < 2 ? 1 : -1) * i * 6); await page.waitForTimeout(8); }
  await page.mouse.up();
  await page.mouse.move(720, 450);
}
for (let k = 0; k < 6; k++) { await page.mouse.wheel(0, 240); await page.waitForTimeout(260); }
await Promise.all([new Promise(r => tracing.once('Tracing.tracingComplete', r)), tracing.send('Tracing.end')]);
const frames = perFrame(events);
console.log(`frames: ${frames.length}; main-thread work in ms of processor time: median ${at(frames, .5).toFixed(2)}, 95th percentile ${at(frames, .95).toFixed(2)}, most ${Math.max(...frames).toFixed(2)} (limit 8 at the 95th)`);
if (process.argv.includes('--tasks')) console.log(`${dearest(events)}\n${frames.map(x => x.toFixed(0)).join(' ')}`);
console.log(`ground planned in the worker in ${Math.round(plan)} ms`);
await page.close();
site.close();

// the first page from a real server, cold cache
const dir = mkdtempSync(join(tmpdir(), 'salient-bench-')), port = 21000 + process.pid % 20000;
const server = spawn(program, ['serve', '--port', String(port), '--db', join(dir, 'g.db'), '--web', dist], { stdio: ['ignore', 'pipe', 'ignore'] });
await new Promise(r => server.stdout.on('data', d => String(d).includes('ready') && r()));
const first = [];
for (let i = 0; i < 5; i++) {
  const c = await browser.newContext({ viewport: { width: 1440, height: 900 } }), p = await c.newPage(), start = Date.now();
  await p.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' });
  await p.getByRole('button', { name: /^Start/ }).waitFor();
  first.push(Date.now() - start);
  await c.close();
}
console.log(`first page interactive: median ${at(first, .5)} ms of ${first.join(' ')} (limit 1500)`);
server.kill('SIGTERM');
rmSync(dir, { recursive: true, force: true });
await browser.close();
const bytes = readdirSync(dist).filter(f => /\.(js|css|html|svg)$/.test(f)).reduce((n, f) => n + gzipSync(readFileSync(join(dist, f))).length, 0);
console.log(`client without fonts: ${bytes} bytes gzip (limit 307200)`);
process.exit(at(frames, .95) <= 8 && at(first, .5) <= 1500 && bytes <= 307200 ? 0 : 1);
