// Runs the browser tests against a server of its own: node test/run.mjs [NAME..]. Screenshots go to test/shots.
// SALIENT names the program (default ../../build/salient); GAME and SCENARIO (regular expressions on titles) choose what is
// played; JOBS how many tests run side by side; PATIENCE how many times longer than usual they may take, on a busy machine. Every
// test has pages and games of its own.
// SITE names the folder of the static site: then there is no program, and the page plays by itself.
// A test that fails beside others is run once more alone: two browsers and a thinking opponent on two cores can be too slow for
// a person's patience. The first failure stays in the log, as `again`. One that fails alone has failed.
import { resolve } from 'node:path';
import { host, serve } from './server.mjs';

const jobs = Number(process.env.JOBS ?? 2),
  site = process.env.SITE ? resolve(process.env.SITE) : null,
  hosted = site ? await host(site) : null,
  stop = hosted?.stop ?? (await serve());
if (hosted) {
  process.env.SITE_FOLDER = site;
  process.env.SALIENT_URL = hosted.url;
}
const { tests } = await import(site ? './site.mjs' : './tests.mjs'),
  { Hand, check, launch, patience } = await import('./lib.mjs');
const only = process.argv.slice(2),
  failed = [],
  again = [],
  unknown = only.filter(n => !tests[n]);
if (unknown.length) {
  console.log(`FAIL  no test ${unknown.join(', ')}; there are ${Object.keys(tests).join(' ')}`);
  failed.push(...unknown);
}
// The longest begin first, so that none of them runs alone at the end.
const longest = ['review', 'pass', 'largeTurn', 'network'],
  queue = Object.keys(tests)
    .filter(n => !only.length || only.includes(n))
    .sort((a, b) => longest.includes(b) - longest.includes(a)),
  browser = await launch();

async function run(name, alone) {
  const start = Date.now(),
    hand = new Hand(browser, name),
    limit = patience * (tests[name].limit ?? 120),
    seconds = () => ((Date.now() - start) / 1000).toFixed(1);
  let timer;
  try {
    const said = await Promise.race([
      tests[name](hand),
      new Promise((_, no) => {
        timer = setTimeout(() => no(new Error(`took more than ${limit} s`)), limit * 1000);
      }),
    ]);
    check(hand.errors().length === 0, `console: ${hand.errors().join(' | ')}`);
    console.log(
      said?.skip
        ? `skip  ${name} ${seconds()} s: ${said.skip}`
        : `ok    ${name} ${seconds()} s${said ? `, ${said}` : ''}`,
    );
  } catch (e) {
    (alone ? failed : again).push(name);
    console.log(
      `${alone ? 'FAIL ' : 'again'} ${name} ${seconds()} s: ${e.message.split('\n').slice(0, 3).join(' ')}\n      at ${(
        e.stack ?? ''
      )
        .split('\n')
        .filter(l => /tests\.mjs/.test(l))
        .map(l => l.trim().replace(/.*\//, ''))
        .slice(0, 2)
        .join(', ')}`,
    );
    for (const line of await hand.failed()) console.log(`      ${line}`);
  }
  clearTimeout(timer);
  await hand.close();
}
await Promise.all(
  Array.from({ length: jobs }, async () => {
    for (let n = queue.shift(); n; n = queue.shift()) await run(n, false);
  }),
);
for (const name of again) await run(name, true);
await browser.close();
stop();
console.log(failed.length ? `${failed.length} failed: ${failed.join(', ')}` : 'all passed');
process.exit(failed.length ? 1 : 0);
