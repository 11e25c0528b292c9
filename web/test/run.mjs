// Runs the browser tests against a server of its own: node test/run.mjs [NAME..]. Screenshots go to test/shots.
// SALIENT names the program (default ../../build/salient); GAME and SCENARIO (regular expressions on titles) choose what is
// played; JOBS how many tests run side by side. Every test has pages and games of its own.
import { serve } from './server.mjs';

const jobs = Number(process.env.JOBS ?? 2), stop = await serve();
const { tests } = await import('./tests.mjs'), { Hand, check, launch } = await import('./lib.mjs');
const only = process.argv.slice(2), failed = [], unknown = only.filter(n => !tests[n]);
if (unknown.length) { console.log(`FAIL  no test ${unknown.join(', ')}; there are ${Object.keys(tests).join(' ')}`); failed.push(...unknown); }
const queue = Object.keys(tests).filter(n => !only.length || only.includes(n)), browser = await launch();

async function run(name) {
  const start = Date.now(), hand = new Hand(browser, name), limit = tests[name].limit ?? 120, seconds = () => ((Date.now() - start) / 1000).toFixed(1);
  let timer;
  try {
    const said = await Promise.race([tests[name](hand), new Promise((_, no) => { timer = setTimeout(() => no(new Error(`took more than ${limit} s`)), limit * 1000); })]);
    check(hand.errors().length === 0, `console: ${hand.errors().join(' | ')}`);
    console.log(said?.skip ? `skip  ${name} ${seconds()} s: ${said.skip}` : `ok    ${name} ${seconds()} s${said ? `, ${said}` : ''}`);
  } catch (e) {
    failed.push(name);
    console.log(`FAIL  ${name} ${seconds()} s: ${e.message.split('\n').slice(0, 3).join(' ')}\n      at ${(e.stack ?? '').split('\n').filter(l => /tests\.mjs/.test(l)).map(l => l.trim().replace(/.*\//, '')).slice(0, 2).join(', ')}`);
    for (const line of await hand.failed()) console.log(`      ${line}`);
  }
  clearTimeout(timer);
  await hand.close();
}
await Promise.all(Array.from({ length: jobs }, async () => { for (let n = queue.shift(); n; n = queue.shift()) await run(n); }));
await browser.close();
stop();
console.log(failed.length ? `${failed.length} failed: ${failed.join(', ')}` : 'all passed');
process.exit(failed.length ? 1 : 0);
