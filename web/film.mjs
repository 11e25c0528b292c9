// Pictures of recorded games, taken from the page itself:
//   node film.mjs picture JOURNAL FILE.webp  the board and the decision at the end of the journal
//   node film.mjs film JOURNAL FILE.webp            the whole game as an animated picture, a frame for every thing worth seeing
// `./salient film` and `./salient pictures` run it. SALIENT as in test/run.mjs, SIZE=1280x800 is the window, FRAMES the most frames.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from './test/server.mjs';
import { launch } from './test/lib.mjs';

const [how, journal, out, hex] = process.argv.slice(2),
  film = how === 'film',
  [width, height] = (process.env.SIZE ?? (film ? '1024x640' : '1280x800')).split('x').map(Number),
  FRAMES = Number(process.env.FRAMES ?? 48),
  MOST = film ? 2000000 : 120000, // bytes that a README may cost
  HOLD = 450; // milliseconds a frame stands; one with dice three times as long, the last ten times

function die(text) {
  console.error(`salient: ${text}`);
  process.exit(2);
}
if (!['film', 'picture'].includes(how) || !out) die('usage: film.mjs film|picture JOURNAL FILE');

// The journal as a game of two people; the addresses of both seats, first the one that has to decide.
async function seatsOf(server) {
  const answer = await fetch(`${server.url}api/import`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      journal: readFileSync(journal, 'utf8'),
      seats: { german: 'me', soviet: 'me' },
    }),
  });
  const game = await answer.json();
  if (!game.ok) die(`${journal}: ${game.error.text}`);
  const { to_move } = await (await fetch(`${server.url}api/games/${game.id}`)).json(),
    mine = to_move?.[0] ?? 'german',
    address = side => `${server.url}#game/${game.id}/${game.seats[side]}`;
  return [address(mine), address(mine === 'german' ? 'soviet' : 'german')];
}

// The map is painted and nothing moves.
async function settled(page) {
  await page.locator('.board[data-ground=whole]').waitFor({ state: 'attached', timeout: 120000 });
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'), null, {
    timeout: 60000,
  });
  await page.evaluate(
    () => new Promise(yes => requestAnimationFrame(() => requestAnimationFrame(yes))),
  );
}

// Past what happened since one decided, without the lesson's tips; then a hex is clicked, if one was named.
async function present(page) {
  const goOn = page.getByRole('button', { name: /^Go on/ }).first(),
    tip = page.getByRole('button', { name: 'Close this tip' });
  if (await goOn.isVisible()) await goOn.click();
  await settled(page);
  for (let i = 0; i < 20 && (await tip.isVisible()); i++) await tip.click();
  const spot = page.locator(`.spot[data-hex="${hex}"]`).first();
  if (hex && (await spot.count())) {
    const at = await spot.evaluate(e => [parseFloat(e.style.left), parseFloat(e.style.top)]);
    await page.mouse.click(...at);
    await settled(page);
  }
  await page.mouse.move(4, height / 2);
}

// The lines of the log that are worth a frame: fights first, and of the others as many as there is room for.
async function frames(page) {
  const lines = await page.evaluate(() => {
    for (const c of document.querySelectorAll('.log .chapter[aria-expanded=false]')) c.click();
    return [...document.querySelectorAll('.log .ev')].map(e => ({
      n: Number(e.dataset.n),
      fight: e.classList.contains('fight'),
    }));
  });
  const fights = lines.filter(l => l.fight),
    others = lines.filter(l => !l.fight),
    room = Math.max(0, FRAMES - fights.length),
    step = Math.max(1, others.length / Math.max(1, room));
  const kept = others.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
  return fights
    .slice(0, FRAMES)
    .concat(kept.slice(0, room))
    .sort((a, b) => a.n - b.n);
}

async function takeFilm(page, folder) {
  const words = ['-loop', '0', '-min_size', '-lossy', '-q', process.env.QUALITY ?? '62', '-m', '4'],
    shown = await frames(page);
  if (!shown.length) die(`${journal}: nothing happens in it`);
  for (const [i, { n, fight }] of shown.entries()) {
    await page.evaluate(at => {
      const bar = document.querySelector('.scrub input');
      bar.value = String(at);
      bar.dispatchEvent(new Event('input', { bubbles: true }));
      bar.dispatchEvent(new Event('change', { bubbles: true }));
    }, n);
    await settled(page);
    const file = join(folder, `${String(i).padStart(3, '0')}.png`);
    await page.screenshot({ path: file });
    const long = i === shown.length - 1 ? 10 : fight ? 3 : 1;
    words.push('-d', String(HOLD * long), file);
  }
  execFileSync('img2webp', [...words, '-o', out], { stdio: 'ignore' });
  return shown.length;
}

async function takePicture(page, folder) {
  const file = join(folder, 'one.png');
  await page.screenshot({ path: file });
  execFileSync('cwebp', ['-quiet', '-m', '6', '-q', process.env.QUALITY ?? '78', file, '-o', out]);
}

const server = await start('serve'),
  browser = await launch(),
  folder = mkdtempSync(join(tmpdir(), 'salient-film-')),
  page = await browser.newPage({
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
const [mine, theirs] = await seatsOf(server),
  other = await (await browser.newContext()).newPage(); // so that the other side is there
await other.goto(theirs);
await page.goto(mine);
await settled(page);
await present(page);
let said = '';
if (film) said = `${await takeFilm(page, folder)} frames, `;
else await takePicture(page, folder);
const { size } = statSync(out);
console.log(`${out}: ${said}${size} bytes`);
rmSync(folder, { recursive: true });
await browser.close();
server.stop();
if (size > MOST) die(`${out} has more than ${MOST} bytes: fewer FRAMES or a smaller SIZE`);
process.exit(0);
