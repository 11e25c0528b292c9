// Figures: main-thread work a frame in a scripted pan and zoom over 2,600 hexes with 400 counters, how far apart its frames are by the
// clock, time to the first interactive page with a cold cache, bytes of the client. node test/bench.mjs, after the build.
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

const here = dirname(fileURLToPath(import.meta.url)),
  dist = join(here, '../dist'),
  program = process.env.SALIENT ?? join(here, '../../build/salient');
const sorted = a => [...a].sort((x, y) => x - y),
  at = (a, q) => sorted(a)[Math.min(a.length - 1, Math.floor(a.length * q))];

// The work of a thread from one animation frame to the next, or for a sixtieth of a second, in processor time (`tdur`): a busy
// machine hardly changes it. The page's thread is known by its name; of the workers, the artist is the one that draws frames.
function threads(events) {
  const of = new Map();
  for (const e of events) {
    const key = `${e.pid}/${e.tid}`,
      t = of.get(key) ?? { name: '', fired: [], tasks: [], all: [] };
    of.set(key, t);
    if (e.name === 'thread_name') t.name = e.args.name;
    else if (e.name === 'FireAnimationFrame') t.fired.push(e);
    if (e.ph === 'X' && e.tdur) t.all.push(e);
    if (e.ph === 'X' && e.tdur !== undefined && /^(ThreadControllerImpl::)?RunTask$/.test(e.name))
      t.tasks.push(e);
  }
  const drawing = [...of.values()]
    .filter(t => t.fired.length)
    .sort((x, y) => y.fired.length - x.fired.length);
  return {
    page: drawing.find(t => t.name === 'CrRendererMain'),
    artist: drawing.find(t => /Worker/.test(t.name)),
  };
}
function perFrame({ fired, tasks }) {
  const out = [];
  fired.sort((a, b) => a.ts - b.ts);
  let next = 0,
    start = -Infinity,
    end = -Infinity;
  for (const t of tasks.sort((a, b) => a.ts - b.ts || b.dur - a.dur)) {
    if (t.ts < end) continue; // inside the one before
    end = t.ts + t.dur;
    const callback = next < fired.length && fired[next].ts <= end;
    while (next < fired.length && fired[next].ts <= end) next++;
    if (callback || t.ts - start > 16667) {
      start = t.ts;
      out.push({ ms: 0, callback });
    }
    out[out.length - 1].ms += t.tdur / 1000;
  }
  return out.filter(f => f.callback).map(f => f.ms);
}
function dearest({ all }) {
  const sum = new Map();
  for (const e of all) sum.set(e.name, (sum.get(e.name) ?? 0) + e.tdur / 1000);
  return [...sum]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 14)
    .map(([n, t]) => `${n} ${t.toFixed(0)} ms`)
    .join('; ');
}
// By the clock: from each frame to the next while something moves. The first after a rest stands apart: there the browser wakes its
// own clock for frames. A busy machine shows here, so these have no limit of their own.
const RESTS = 100;
function apart({ fired }) {
  const ts = sorted(fired.map(f => f.ts / 1000)),
    gaps = ts.slice(1).map((t, i) => t - ts[i]),
    moves = gaps.map((gap, i) => gap < RESTS && i > 0 && gaps[i - 1] < RESTS);
  return {
    steady: gaps.filter((_, i) => moves[i]),
    first: gaps.filter((gap, i) => !moves[i] && gap < RESTS),
  };
}
const spread = a =>
  `median ${at(a, 0.5).toFixed(2)}, 95th percentile ${at(a, 0.95).toFixed(2)}, most ${Math.max(...a).toFixed(2)}`;
// A screen shows a frame every 16.7 ms, so a frame comes after one of these, or two, or more. A thread's turn that comes a little
// early or late is not seen: it is on the screen at the same time.
const FRAME = 1000 / 60,
  turns = gap => Math.max(1, Math.round(gap / FRAME));
function byTheClock(what, thread) {
  const { steady, first } = apart(thread),
    missed = gaps => `${gaps.filter(gap => turns(gap) > 1).length} of ${gaps.length}`,
    seen = at(
      steady.map(gap => turns(gap) * FRAME),
      0.95,
    ).toFixed(1);
  return (
    `from frame to frame on the screen, ms, ${what}: 95th percentile ${seen}; missed ${missed(steady)}, ` +
    `and ${missed(first)} after a rest; turns of the thread: ${spread(steady)}`
  );
}

// the map alone, fed with the big board
const code = (
  await build({
    stdin: {
      contents: "import { MapView } from './src/map'; window.MapView = MapView; window.go = true;",
      resolveDir: join(here, '..'),
      loader: 'ts',
    },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
).outputFiles[0].text;
const big = JSON.stringify(bigBoard()),
  types = { '.js': 'text/javascript', '.woff2': 'font/woff2', '.css': 'text/css' };
const site = http
  .createServer((q, r) => {
    const u = q.url.split('?')[0],
      send = (t, b) => {
        r.writeHead(200, { 'content-type': t });
        r.end(b);
      };
    if (u === '/')
      send(
        'text/html',
        '<!doctype html><body style="margin:0"><canvas id=m style="width:100vw;height:100vh;display:block"></canvas><script type=module src=/map.js></script>',
      );
    else if (u === '/map.js') send('text/javascript', code);
    else if (u === '/big.json') send('application/json', big);
    else if (existsSync(join(dist, u)))
      send(types[extname(u)] ?? 'text/plain', readFileSync(join(dist, u)));
    else {
      r.writeHead(404);
      r.end();
    }
  })
  .listen(0);
await new Promise(r => site.on('listening', r));
const browser = await launch(),
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(`http://127.0.0.1:${site.address().port}/`);
await page.waitForFunction('window.go');
// What runs meanwhile, as the browser tells it.
const WORK = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  FRAMES = ['devtools.timeline']; // few events, which hardly slow what they tell of
async function traced(doing, includedCategories = WORK) {
  const tracing = await browser.newBrowserCDPSession(),
    events = [];
  tracing.on('Tracing.dataCollected', e => events.push(...e.value));
  await tracing.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories,
      excludedCategories: ['*'],
    },
  });
  const said = await doing();
  await Promise.all([
    new Promise(r => tracing.once('Tracing.tracingComplete', r)),
    tracing.send('Tracing.end'),
  ]);
  return { said, events };
}
// Processor time of each thread, in seconds, the busiest first.
function busy(events) {
  const of = new Map();
  for (const e of events.sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    if (e.ph !== 'X' || e.tdur === undefined) continue;
    const key = `${e.pid}/${e.tid}`,
      t = of.get(key) ?? { end: -Infinity, s: 0 };
    of.set(key, t);
    if (e.ts < t.end) continue; // inside the one before
    t.end = e.ts + e.dur;
    t.s += e.tdur / 1e6;
  }
  return [...of.values()].map(t => t.s).sort((a, b) => b - a);
}
const paint = () =>
  page.evaluate(async () => {
    const d = await (await fetch('/big.json')).json(),
      m = (window.m = new window.MapView(document.getElementById('m'), {
        tap() {},
        hover() {},
        inspect() {},
        moved() {},
      }));
    const start = performance.now(),
      whole = new Promise(r =>
        new MutationObserver(
          () => m.canvas.dataset.ground === 'whole' && r(performance.now() - start),
        ).observe(m.canvas, { attributes: true }),
      );
    m.setBoard(d.board, d.view);
    m.setView(d.view);
    m.fit();
    return whole;
  });
const painting = await traced(paint),
  painted = busy(painting.events);
async function zoom(by) {
  await page.mouse.move(720, 450);
  for (let k = 0; k < 6; k++) {
    await page.mouse.wheel(0, by);
    await page.waitForTimeout(260);
  }
}
// The hand does not wait for the page: each movement is sent 8 ms after the one before, answered or not. (The browser answers a
// movement when a frame has taken it; a hand that waited for that would miss every second frame by itself.)
async function pan() {
  for (let k = 0; k < 4; k++) {
    const sent = [];
    await page.mouse.down();
    await page.waitForTimeout(2 * RESTS);
    for (let i = 0; i < 60; i++) {
      sent.push(page.mouse.move(720 + (k % 2 ? -1 : 1) * i * 7, 450 + (k < 2 ? 1 : -1) * i * 3));
      await page.waitForTimeout(8);
    }
    await Promise.all(sent);
    await page.waitForTimeout(2 * RESTS); // the hand rests, so that the way back to the middle is no late frame
    await page.mouse.up();
    await page.mouse.move(720, 450);
    await page.waitForTimeout(2 * RESTS);
  }
}
const doings = [
    ['zooming in', () => zoom(-240)],
    ['panning', pan],
    ['zooming out', () => zoom(240)],
  ],
  events = [];
for (const [, doing] of doings) events.push(...(await traced(doing)).events);
const { page: main, artist } = threads(events),
  frames = perFrame(main),
  drawn = perFrame(artist);
console.log(
  `main-thread work a frame, ms of processor time over ${frames.length} frames: ${spread(frames)} (limit 8 at the 95th)`,
);
console.log(`the artist's, in its worker, over ${drawn.length} frames: ${spread(drawn)}`);
for (const [what, doing] of doings)
  console.log(byTheClock(what, threads((await traced(doing, FRAMES)).events).artist));
if (process.argv.includes('--tasks'))
  for (const t of [main, artist])
    console.log(
      `${t.name}: ${dearest(t)}\n${perFrame(t)
        .map(x => x.toFixed(0))
        .join(' ')}`,
    );
console.log(
  `the whole board painted ${Math.round(painting.said)} ms after it came, with ${painted
    .reduce((n, s) => n + s, 0)
    .toFixed(1)} s of processor time; the busiest threads ${painted
    .slice(0, 3)
    .map(s => s.toFixed(1))
    .join(', ')} s (limit 5)`,
);
await page.close();
site.close();

// the first page from a real server, cold cache
const dir = mkdtempSync(join(tmpdir(), 'salient-bench-')),
  port = 21000 + (process.pid % 20000);
const server = spawn(
  program,
  ['serve', '--port', String(port), '--db', join(dir, 'g.db'), '--web', dist],
  { stdio: ['ignore', 'pipe', 'ignore'] },
);
await new Promise(r => server.stdout.on('data', d => String(d).includes('ready') && r()));
const first = [];
for (let i = 0; i < 5; i++) {
  const c = await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    p = await c.newPage(),
    start = Date.now();
  await p.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' });
  await p.getByRole('button', { name: /^Start/ }).waitFor();
  first.push(Date.now() - start);
  await c.close();
}
console.log(
  `first page interactive: median ${at(first, 0.5)} ms of ${first.join(' ')} (limit 1500)`,
);
server.kill('SIGTERM');
rmSync(dir, { recursive: true, force: true });
await browser.close();
// What a page that plays may fetch. Two stay out: libsodium, which only a game passed in sealed files fetches, and the page for
// embedding, a client by itself that holds the same sources once more.
const bytes = readdirSync(dist)
  .filter(f => /\.(js|css|html|svg)$/.test(f) && !/^(sodium|embed)\./.test(f))
  .reduce((n, f) => n + gzipSync(readFileSync(join(dist, f))).length, 0);
console.log(`client without fonts: ${bytes} bytes gzip (limit 307200)`);
process.exit(at(frames, 0.95) <= 8 && at(first, 0.5) <= 1500 && bytes <= 307200 ? 0 : 1);
