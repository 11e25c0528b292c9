// Every lesson followed by its own steps to its end, by mouse, by keys alone, and by touch. A step that says "Next" is read and
// closed; one that waits for a deed is done: "Show me" first, then what it asks for. When nothing comes of it, the computer's hint
// is taken, as a person would. At the end every step that waits for a deed is ticked off, and the game has been played out.
import { answer, check, game, scenario } from './lib.mjs';

const MOST_TRIES = 14;

// The tip on the screen, and what is ticked off of the lesson.
const tipOf = p =>
  p.page.evaluate(() => {
    const e = document.querySelector('.guide');
    if (!e || e.hidden || !e.getClientRects().length) return null;
    const button = word => [...e.querySelectorAll('button')].some(b => b.textContent === word);
    return {
      title: e.querySelector('h3').firstChild.textContent,
      word: ['Next', 'Understood', 'Skip this'].find(button),
      shows: button('Show me'),
      part: e.querySelector('.parts .now')?.childNodes[1].textContent,
      parts: [...e.querySelectorAll('.parts li')].map(l => ({
        name: l.childNodes[1].textContent,
        past: l.classList.contains('past'),
      })),
    };
  });
// The parts of the lesson that wait for something the player does, and those that say goodbye at any decision. Others come when the
// other side does something, and it may not.
async function partsOf(p) {
  const ask = path => p.page.evaluate(u => fetch(u).then(r => r.json()), path),
    { games } = await ask('/api/games'),
    // the lobby names a game by its title, or by a shorter name of its brief
    named = text => text.split('\n').find(l => l.split('\t')[1] === 'name') ?? '',
    names = await Promise.all(
      games.map(async g => `${g.title}\n${named((await ask(`/api/guide/${g.id}/brief`)).guide)}`),
    ),
    own = games[names.findIndex(n => (game ?? /./).test(n))],
    part = own.scenarios.find(s => (scenario ?? /^lesson$/).test(scenario ? s.title : s.id)),
    answered = part ? await ask(`/api/guide/${own.id}/${part.id}`) : {},
    guide = answered.guide ?? '',
    [head, ...rows] = guide.split('\n').filter(l => l && !l.startsWith('#')),
    cols = head?.split('\t') ?? [],
    cell = (row, name) => row.split('\t')[cols.indexOf(name)];
  if (!rows.length) return null;
  const parts = is => new Set(rows.filter(is).map(r => cell(r, 'part')));
  return {
    deeds: parts(r => cell(r, 'until') !== '-'),
    words: parts(r => cell(r, 'node') === '*'),
  };
}
const hintButton = p => p.page.locator('[data-hint]');

// Where the enemy stands, as anybody sees on the map: the key that goes there, and the same on the screen.
const UP = { key: 'ArrowUp', back: 'ArrowDown', far: s => -s.y },
  DOWN = { key: 'ArrowDown', back: 'ArrowUp', far: s => s.y },
  ahead = () => (/ford|Stalnie/i.test(String(game)) ? UP : DOWN);
// Up to the enemy, or as far towards him as it goes.
const onwards = go =>
  [...go].sort((a, b) => {
    const beside = s => (/must stop/.test(s.text) ? 1e6 : 0) + ahead().far(s);
    return beside(b) - beside(a);
  })[0];

// ---- the three ways to play: how a button is pressed, how a hint is taken, one step of play
const pointer = {
  press: (p, word) =>
    p.click(p.page.locator('.guide').getByRole('button', { name: word, exact: true }), word),
  async hint(p) {
    if (p.touch) {
      await p.click(p.page.getByRole('button', { name: 'More', exact: true }), 'more');
      await p.click(p.page.getByRole('menuitem', { name: /^Hint/ }), 'hint');
    } else await p.click(p.button(/^Hint/), 'hint');
    await p.click(hintButton(p), 'as it would');
  },
  async step(p, mind) {
    const s = await p.look(),
      go = s.spots.filter(x => x.kind === 'go');
    if (mind.hurry || !go.length || s.confirm || s.question) return p.step(mind);
    await p.at(onwards(go), 'onwards');
    if (p.touch) await p.yes();
  },
};
// Tab, until what has the focus is of that kind and says that (nothing: whatever it says), and Enter. On the board Tab goes through a
// stack first; a tip that was about something else is gone by then.
async function tabTo(p, kind, word) {
  for (let i = 0; i < 80; i++) {
    if (!(await p.page.locator(`${kind}:visible`).filter({ hasText: word }).count())) return;
    const at = await p.page.evaluate(
      k => (document.activeElement.matches(k) ? document.activeElement.textContent : null),
      kind,
    );
    if (at === word || (at && !word)) return p.keys('Enter');
    await p.key('Tab');
  }
  throw new Error(`Tab never came to ${word ?? kind}`);
}
const keys = {
  press: (p, word) => tabTo(p, '.guide button', word),
  async hint(p) {
    await letGo(p, await p.look());
    await p.key('i');
    await hintButton(p).waitFor();
    await p.page.locator('[data-hint]:focus').waitFor();
    await p.key('Enter');
  },
  step: keyStep,
};

// Esc takes the cursor away; where a button calls off what is under way, it would do that instead.
async function letGo(p, s) {
  if (!s.buttons.some(b => /Esc/.test(b.text))) await p.keys('Escape');
}
// The cursor goes towards the enemy as far as there is a choice, and Enter goes there.
async function cursorOn(p, go) {
  const { key, back } = ahead(),
    spoken = () => p.page.locator('[aria-live=polite]').first().textContent();
  let best = 0;
  for (let i = 1; i <= 6; i++) {
    await p.keys(key);
    if (go.includes((await spoken()).split(/[.,: ]/)[0])) best = i;
  }
  if (!best) return false;
  for (let i = 6; i > best; i--) await p.keys(back);
  await p.keys('Enter');
  return true;
}
// Enter acts where the cursor is; without a cursor it presses the main button.
async function enter(p, mind) {
  if (mind.cursor) await p.keys('Escape');
  mind.cursor = false;
  await p.keys('Enter');
}
// What was tried since something last happened is remembered for each decision, so that nobody runs in circles.
function counted(mind, s) {
  if (mind.since !== s.last) Object.assign(mind, { since: s.last, tries: new Map(), all: 0 });
  const tried = mind.tries.get(s.prompt) ?? 0;
  mind.tries.set(s.prompt, tried + 1);
  check(++mind.all < 200, `going in circles at "${s.prompt}"`);
  return tried;
}
async function keyStep(p, mind) {
  const s = await p.look(),
    tried = counted(mind, s),
    main = s.buttons.find(b => b.main),
    end = s.buttons.find(b => /Space/.test(b.text)),
    go = s.choices.filter(c => c.startsWith('go ')).map(c => c.slice(3)),
    open = s.card && !s.card.rolled;
  const digit = n => p.keys(String(1 + (tried % Math.min(9, n)))),
    off = b => (/Esc/.test(b.text) ? 1 : 0),
    words = [main, end, ...s.more, ...s.buttons, ...s.form].filter(Boolean);
  if (s.question) await p.keys('e');
  else if (s.goOn || s.confirm) await p.keys('Enter');
  else if (s.menu.length) await p.keys('1');
  else if (s.form.length && tried < 1)
    await tabTo(p, '.form .btn[data-action]:not([aria-disabled])');
  else if (open && !s.card.table && s.buttons.some(b => answer.test(b.text)))
    await p.keys(mind.hurry ? 'Space' : '1');
  else if (open && main && /Enter/.test(main.text) && tried < 8) await enter(p, mind);
  else if (mind.hurry && end && !s.owed) await p.keys('Space');
  else if (mind.hurry && main && !s.owed && tried < 3) await enter(p, mind);
  else if (mind.all > 24 && mind.all % 4 === 0) await keys.hint(p);
  else if (main && !end && tried % 4 === 3) await enter(p, mind);
  else if (go.length && tried < 6 && (await cursorOn(p, go))) mind.cursor = true;
  else if (s.choices.length && tried < 12)
    await (tried % 3 === 2 ? p.keys('n') : digit(s.choices.length));
  else if (words.length) {
    words.sort((a, b) => off(a) - off(b));
    await letGo(p, s);
    await p.key('/');
    await p.type(words[Math.max(0, tried - (s.choices.length ? 12 : 0)) % words.length].action);
    await p.keys('Enter');
  } else await p.keys('Escape');
}

async function play(p, way) {
  const parts = await partsOf(p);
  if (!parts) return { skip: 'its lesson has no steps' };
  const { deeds, words } = parts;
  await p.start();
  await p.turn();
  const mind = { eager: 6 },
    tries = new Map(),
    shown = new Set(),
    seen = new Set(),
    past = new Set();
  for (let i = 0; i < 900; i++) {
    await p.turn(90000);
    const s = await p.look(),
      tip = await tipOf(p);
    for (const part of tip?.parts ?? []) if (part.past) past.add(part.name);
    if (s.over) break;
    const elsewhere = s.formOpen || s.boxed.length || s.more.length; // choices beside the board's
    check(!p.touch || elsewhere || s.spots.length || !s.under, `all is hidden at "${s.prompt}"`);
    if (tip) seen.add(tip.title);
    const asked = s.question || s.goOn || s.confirm || s.menu.length,
      left = [...deeds].filter(d => !past.has(d)),
      deed = tip?.word === 'Skip this',
      n = (tries.get(s.prompt) ?? 0) + 1;
    if (tip && !deed) {
      if (words.has(tip.part)) past.add(tip.part); // the tip is gone when it has been read, and its tick with it
      await way.press(p, tip.word);
      continue;
    }
    if (deed && tip.shows && !asked && !shown.has(tip.title)) {
      shown.add(tip.title);
      await way.press(p, 'Show me');
      continue;
    }
    tries.set(s.prompt, n);
    mind.hurry = !left.length || (!deed && n > MOST_TRIES);
    const stuck = !asked && deed && n > MOST_TRIES && n <= 3 * MOST_TRIES;
    if (stuck) await way.hint(p);
    else await way.step(p, mind);
    await p.settled();
  }
  const end = await p.look();
  check(end.over, `played to the end, stands at "${end.prompt}"`);
  const left = [...deeds, ...words].filter(d => !past.has(d));
  check(!left.length, `not ticked off: ${left}; ticked: ${[...past]}`);
  await p.shot('over');
  return `${seen.size} steps read, ${[...past].join(', ')} done, ${p.inputs} inputs`;
}
export const stepsByMouse = async hand => play(await hand.open(), pointer);
export const stepsByKeys = async hand => play(await hand.open(), keys);
export const stepsByTouch = async hand =>
  play(await hand.open({ width: 390, height: 844, touch: true, scale: 2 }), pointer);
for (const t of [stepsByMouse, stepsByKeys, stepsByTouch]) t.limit = 600;
