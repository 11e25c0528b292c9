// The browser tests. Each gets a hand that opens pages, plays on the screen, and says in a word what it saw. `limit` is its
// time in seconds. Every check has failed at least once on purpose; where that is not plain, a control in the test shows it.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { faults } from './axe.mjs';
import { answer, check, game, scenario } from './lib.mjs';
import { battle } from './battle.mjs';
import { tableMode } from './campaign.mjs';
import { forms } from './forms.mjs';
import * as lessons from './lessons.mjs';
import { notices, webhook } from './notices.mjs';
import { cups, referee } from './cups.mjs';
import { caster, watching } from './watching.mjs';
import { ladder } from './ladder.mjs';
import { pass } from './pass.mjs';
import { accounts, bots, order, people } from './people.mjs';
import { puzzles } from './puzzles.mjs';
import { review } from './review.mjs';
import { identified, secrets, variables } from './secrets.mjs';
import * as signs from './signs.mjs';
import * as table from './table.mjs';

const wanted = ['move', 'odds', 'rolled', 'reaction', 'undo', 'refusal'];
const centre = r => ({ x: r.x + r.width / 2, y: r.y + r.height / 2 });
const counter = () => {
  const seen = {};
  return [
    seen,
    k => {
      seen[k] = (seen[k] ?? 0) + 1;
    },
  ];
};

// An odds card as a player reads it: a chance for every result, and together they are everything.
function readOdds(card) {
  const sum = card.chances.reduce((n, t) => n + (parseInt(t.replace(/[<>]/g, ''), 10) || 0), 0);
  check(
    card.chances.length > 1 && sum >= 97 && sum <= 103,
    `the chances of "${card.title}" are ${card.chances.join(', ')}`,
  );
}
// After the roll the same card shows dice and one of the results that were read before.
function readRoll(before, after) {
  check(
    after.title === before.title && before.rows.includes(after.hit),
    `"${after.hit}" is a result of ${JSON.stringify(before.rows)}`,
  );
}
const plain = t => t.replace(/[:\s]+/g, ' ').trim();
const readRefusal = s =>
  check(
    s.refusal.replace(/\s+\S+$/, '').length > 10 && /\d/.test(s.refusal),
    `the refusal has a reason and a rule: "${s.refusal}"`,
  );

// After an undo the log is as it was, and the decision before the whole move is asked again.
const readUndo = (before, after) =>
  check(
    after.last === before.last && after.said === before.said && after.asked === before.asked,
    `undo: "${after.said}" at "${after.asked}", the move was made at "${before.asked}"`,
  );

// A whole lesson against the computer by pointer. Returns what was seen of what is wanted.
async function wholeGame(p, seen, note, enough) {
  const mind = { eager: 6 };
  let card = null;
  return p.play(mind, async (did, s) => {
    let now = await p.look();
    if (s.card && !s.card.rolled && s.card.chances.length) {
      readOdds(s.card);
      if (!seen.odds) await p.shot('odds');
      note('odds');
      card = s.card;
    }
    if (did === 'reaction') note('reaction');
    seen.lesson = Math.max(seen.lesson ?? 0, now.guide.past);
    seen.steps = Math.max(seen.steps ?? 0, now.guide.parts);
    if (now.card?.rolled && card?.title === now.card.title) {
      readRoll(card, now.card);
      check(now.card.dice > 0, 'the dice lie on the card');
      if (!seen.rolled) await p.shot('rolled');
      note('rolled');
      card = null;
    }
    if (now.landed && card?.title === now.landed.title) {
      check(
        card.rows.some(r => plain(r).startsWith(plain(now.landed.text.split(':')[0]))),
        `"${now.landed.text}" is a result of ${JSON.stringify(card.rows)}`,
      );
      note('rolled');
      card = null;
    }
    if (did === 'move' && now.last > s.last) {
      if (!seen.move) await p.shot('moved');
      note('move');
    }
    // the first thing that can be taken back: a move, a unit put down in the set-up, a choice
    if (!seen.undo && now.undo && !s.undo && ['move', 'hex', 'unit'].includes(did)) {
      await p.at(now.undo, 'undo');
      readUndo(s, await p.look());
      note('undo');
      now = await p.look();
    }
    mind.aim = !seen.rolled;
    if (did === 'unit' && !seen.refusal && now.spots.some(x => x.kind === 'go')) {
      now = await p.refused(now);
      if (now) {
        readRefusal(now);
        await p.shot('refused');
        note('refusal');
        await p.keys('Escape');
      }
    }
    mind.hurry = p.inputs >= enough && wanted.every(k => seen[k]);
  });
}

export const tests = {
  forms, // purchases and the like, where the game has them
  battle, // a skirmish of squads
  tableMode, // a campaign fought elsewhere
  review, // after the game
  people, // accounts, mail, and order among players
  accounts, // what an account is for, years later
  order, // mute, block, ban, and the rules of the house
  bots, // accounts for programs
  notices, // told by the browser when it is one's move
  webhook, // another program is told, set in the game's settings
  puzzles, // positions with one best choice
  watching, // through a player's eyes, with consent; and the board in a page of another site
  caster, // named by both players: both sides, late
  cups, // one made, entered, played to its end and shown
  referee, // games that are decided, by word and by review
  ladder, // a seek, a rated game, the ladder and its plot
  // Against the computer to the end with 60 inputs: a move by reach, odds read, a reaction answered, an undo, a refusal read.
  async lesson(hand) {
    const p = await hand.open(),
      [seen, note] = counter();
    await p.start();
    await p.shot('begin');
    for (let games = 1; ; games++) {
      const s = await wholeGame(p, seen, note, 60);
      check(s.over && /\w/.test(s.prompt), `the game is over and says who won: "${s.prompt}"`);
      await p.shot('over');
      if (wanted.every(k => seen[k]) || games === 3) break; // the computer need not come before a gun in every game
      await p.click(p.button('To the lobby'), 'lobby');
      await p.start();
    }
    check(p.inputs >= 60, `at least 60 inputs, had ${p.inputs}`);
    for (const k of wanted) check(seen[k], `${k} happened: ${JSON.stringify(seen)}`);
    check(
      !seen.steps || seen.lesson >= 2,
      `the guide ticks its steps off: ${seen.lesson} of ${seen.steps}`,
    );
    return `${p.inputs} inputs, ${JSON.stringify(seen)}`;
  },

  // Every scenario of the game against the computer, from either seat: a person makes some moves and ends the turn, the computer
  // plays its own, and the next turn comes. PICK (a regular expression) takes some of them, LEVEL another level than Easy.
  async scenarios(hand) {
    const p = await hand.open(),
      chosen = p.page.getByRole('radiogroup', { name: 'Scenario', exact: true }).getByRole('radio'),
      seen = [];
    await p.choose('Game', { name: game });
    const all = (await chosen.locator('b').allTextContents()).filter(t =>
      new RegExp(process.env.PICK ?? '', 'i').test(t),
    );
    check(all.length > 0, 'the lobby offers scenarios');
    for (const title of all)
      for (const me of ['German', 'Soviet']) {
        const from = p.inputs,
          mind = { eager: 2 };
        let first; // some begin in the middle of the campaign
        await p.start({
          german: me === 'German' ? 'Me' : 'Computer',
          soviet: me === 'Soviet' ? 'Me' : 'Computer',
          part: title,
          level: process.env.LEVEL ?? 'Easy',
        });
        const end = await p.play(
          mind,
          async () => {
            mind.hurry = p.inputs - from > 24;
            await p.turn(180000);
          },
          s => s.turn > (first ??= s.turn),
          500,
        );
        check(
          end.over || end.turn === first + 1,
          `${title}, ${me}: only the computer can end its part of turn ${end.turn}`,
        );
        await p.shot(`${seen.length}-${me.toLowerCase()}`);
        seen.push(`${title} as ${me} with ${p.inputs - from} inputs`);
        await p.page.goto(p.page.url().split('#')[0]);
      }
    return seen.join('; ');
  },

  // The same by keyboard alone: keys, the list of choices, the command box, the hex cursor, and what is spoken.
  async keyboard(hand) {
    const p = await hand.open(),
      [seen, note] = counter();
    const spoken = async () =>
      ((await p.page.locator('[aria-live=polite]').first().textContent()) ?? '').trim();
    const tabTo = async re => {
      for (let i = 0; i < 60; i++) {
        if (
          re.test(
            await p.page.evaluate(() =>
              document.activeElement === document.body
                ? ''
                : (document.activeElement.innerText ?? ''),
            ),
          )
        )
          return;
        await p.key('Tab');
      }
      throw new Error(`Tab never came to ${re}`);
    };
    const begin = async () => {
      await p.page.getByRole('radiogroup', { name: 'Game' }).waitFor();
      if (game) {
        await tabTo(game);
        await p.key('Space');
      }
      if (scenario) {
        await tabTo(scenario);
        await p.key('Space');
      }
      await tabTo(/^Easy$/);
      await p.key('Space');
      await tabTo(/^Start/);
      await p.keys('Enter');
      await p.turn();
    };
    const needed = ['move', 'odds', 'undo', 'refusal', 'command', 'rolled'];
    await begin();
    let told = 0,
      hurry = false,
      games = 1;
    for (let i = 0, here = '', tried = 0; i < 900; i++) {
      await p.turn();
      const s = await p.look(),
        now = `${s.prompt}|${s.last}`;
      if (s.over && games++ < 3 && !needed.every(k => seen[k])) {
        await tabTo(/^To the lobby/);
        await p.key('Enter'); // `keys` would wait for the board, which is gone
        await begin();
        continue;
      } // the sides need not meet in every game
      if (s.over) break;
      tried = now === here ? tried + 1 : 0;
      here = now;
      check(tried < 40, `going in circles at "${s.prompt}"`);
      const go = s.choices.filter(c => c.startsWith('go ')),
        end = s.buttons.find(b => /Space/.test(b.text)),
        main = s.buttons.find(b => b.main);
      if (s.question) await p.keys('e');
      else if (s.goOn) await p.keys('Enter');
      else if (told < 3 && !s.confirm) {
        // the hex cursor and the prompt are spoken
        await p.keys(['ArrowUp', 'ArrowRight', 'p'][told++]);
        const said = await spoken();
        check(told < 3 ? /^\S+\. [A-Z]/.test(said) : said.length > 10, `spoken: "${said}"`);
        await p.keys('Escape');
      } else if (s.menu.length) await p.keys('1');
      else if (s.confirm) await p.keys('Enter');
      else if (s.card && !s.card.rolled && !s.card.table && s.buttons.length > 1 && tried < 8) {
        await p.keys('k');
        check(/\d+ ?%/.test(await spoken()), `the card is spoken: "${await spoken()}"`);
        note('odds');
        if (s.buttons.some(b => answer.test(b.text))) note('reaction');
        await p.keys(hurry && end ? 'Space' : '1');
      } else if (s.card && !s.card.rolled && main && /Enter/.test(main.text) && !s.owed) {
        await p.keys('k');
        check(/\d+ ?%/.test(await spoken()), 'the odds are spoken');
        note('odds');
        await p.keys('Escape');
        await p.keys('Enter');
      } else if (s.form.length && tried < 2) await command(p, s.form[i % s.form.length].action);
      else if (hurry && !s.owed && end) await p.keys('Space');
      else if (go.length && tried < 6) {
        if (!seen.refusal) {
          // far out with the cursor, and Enter there
          for (let k = 0; k < 3; k++) await p.keys(k ? 'Shift+ArrowUp' : 'ArrowUp');
          await p.keys('Enter');
          const then = await p.look();
          if (then.refusal) {
            readRefusal(then);
            note('refusal');
            await p.shot('refused');
          }
          await p.keys('Escape');
          if (then.last !== s.last) continue;
        }
        if (!(await p.look()).choices.some(c => c.startsWith('go '))) continue;
        await p.keys(String(1 + (i % Math.min(9, go.length))));
        const then = await p.look();
        if (then.last > s.last) {
          note('move');
          if (!seen.undo && then.undo) {
            await p.keys('u');
            readUndo(s, await p.look());
            note('undo');
          }
        }
      } else if (s.choices.length && tried < (s.owed ? 30 : 4)) {
        if (s.spots.some(x => x.kind === 'unit') && tried % 2 === 0) {
          await p.keys('n');
          note('next');
        } else await p.keys(String(1 + ((i + tried) % Math.min(9, s.choices.length))));
      } else if (seen.command === undefined && (main ?? end)) {
        await p.keys('Escape');
        await command(p, (main ?? end).action);
        note('command');
      } else if (end && !s.owed) await p.keys('Space');
      else if (main && tried < 12) {
        await p.keys('Escape');
        await p.keys('Enter');
      } else if (s.buttons.length) {
        await p.keys('Escape');
        await command(p, s.buttons[tried % s.buttons.length].action);
      } else await p.keys('Escape');
      const after = await p.look();
      if (after.card?.rolled || after.landed) note('rolled');
      hurry = p.inputs >= 60 && needed.every(k => seen[k]);
    }
    const s = await p.look();
    check(s.over, `played to the end, stands at "${s.prompt}"`);
    check(p.inputs >= 60, `at least 60 inputs, had ${p.inputs}`);
    for (const k of needed) check(seen[k], `${k} happened: ${JSON.stringify(seen)}`);
    await p.shot('over');
    return `${p.inputs} keys, ${JSON.stringify(seen)}`;
  },

  // Of several nodes another one has the game: the page goes where it is sent, and again when the game moves.
  async elsewhere(hand) {
    const p = await hand.open(),
      lines = [],
      asked = [];
    let has = 'two';
    await p.page.route(/\/api\/games(\?|$)/, route => {
      const at = new URL(route.request().url());
      if (route.request().method() !== 'POST' || at.search) asked.push(at.search);
      if (route.request().method() !== 'POST' || at.search) return route.continue();
      const error = { code: 'elsewhere', text: 'Another node has this.', node: has };
      return route.fulfill({ status: 421, json: { ok: false, error } });
    });
    await p.page.routeWebSocket(/\/ws/, line => {
      const at = new URL(line.url()).search;
      lines.push({ at, line });
      if (at === `?node=${has}`) line.connectToServer();
      else
        line.onMessage(text => {
          const { cmd, id } = JSON.parse(text),
            error = { code: 'elsewhere', text: 'Another node has this.', node: has };
          if (cmd === 'join') line.send(JSON.stringify({ ok: false, id, error }));
        });
    });
    await p.page.reload();
    await p.start({ soviet: 'Friend' });
    check(asked.includes('?node=two'), `the game was made at the node that was named: ${asked}`);
    await p.settled();
    check(lines.map(l => l.at).join() === ',?node=two', `lines: ${lines.map(l => l.at)}`);
    has = 'three';
    await lines[1].line.close({ code: 1001, reason: 'another node has this game now' });
    for (let i = 0; i < 100 && !lines.some(l => l.at === '?node=three'); i++)
      await p.page.waitForTimeout(100);
    check(lines.at(-1).at === '?node=three', `the line follows: ${lines.map(l => l.at)}`);
    await p.settled();
    await p.keys('Escape');
    const before = (await p.look()).prompt;
    await p.step({});
    await p.settled();
    p.refusals();
    return `${lines.length} lines; "${before}" was decided at the third node`;
  },

  // Two browsers against each other and one that watches; what each receives holds no secret of the other.
  async network(hand) {
    const a = await hand.open();
    await a.start({ soviet: 'Friend' });
    const link = await a.page.getByLabel('Link for the Soviet seat').inputValue(),
      watch = await a.page.getByLabel('To watch').inputValue();
    await a.shot('invite');
    check(link.includes('#') && !new URL(link).search, 'the token is in the fragment only');
    await a.keys('Escape');
    const b = await hand.open({ url: link }),
      w = await hand.open({ url: watch }),
      minds = new Map([
        [a, {}],
        [b, {}],
      ]);
    await Promise.all([b.settled(), w.settled()]);
    for (let i = 0, idle = 0; i < 90 && idle < 60; i++) {
      let acted = 0;
      for (const [p, mind] of minds) {
        const s = await p.look();
        if (!s.over && !s.waiting) {
          await p.step(mind);
          acted++;
        }
      }
      if (acted) idle = 0;
      else {
        idle++;
        await a.settled();
        await b.settled();
      } // an answer is on its way to the other
      if ((await a.look()).over || a.inputs + b.inputs > 130) break;
    }
    check(a.inputs > 15 && b.inputs > 10, `both had their say: ${a.inputs} and ${b.inputs} inputs`);
    if (!(await a.look()).over) {
      // between people a branch would show one of them what the other hides
      await a.click(a.button('Branch'), 'branch');
      await a.page.getByText(/between players .* when the game is over/).waitFor();
    }
    await a.keys('j');
    await a.page.getByLabel('Chat message').fill('Good luck');
    await a.key('Enter');
    await b.keys('j');
    await b.page.getByText('Good luck').first().waitFor();
    await a.shot('german');
    await b.shot('soviet');
    await w.shot('watch');
    for (const [p, side] of [
      [a, 'german'],
      [b, 'soviet'],
      [w, 'watch'],
    ]) {
      const leak = secrets(p.bytes, side, null, variables(w.bytes));
      check(!leak, `what ${side} received: ${leak}`);
    }
    // The control: with the other side's frames for one's own the same check must cry, where anything is hidden at all.
    const hides =
      a.bytes.some(t => /"id":"\?1"/.test(t)) || b.bytes.some(t => /"id":"\?1"/.test(t));
    if (hides)
      check(
        secrets(b.bytes, 'german', identified(a.bytes, 'german'), variables(w.bytes)) ||
          secrets(a.bytes, 'soviet', identified(b.bytes, 'soviet'), variables(w.bytes)),
        'the check for secrets finds one where it is put',
      );
    check(!w.bytes.some(t => t.includes('Good luck')), 'those who watch do not hear the players');
    return `${a.bytes.length + b.bytes.length + w.bytes.length} frames, ${a.inputs + b.inputs} inputs${hides ? '' : ', nothing hidden in this game'}`;
  },

  // A reload in the middle of a combat comes back to the same decision and the same card.
  async reload(hand) {
    const p = await hand.open();
    await p.start();
    const s = await p.play(
      { eager: 4 },
      () => {},
      x => x.card && !x.card.rolled,
    );
    check(s.card && !s.card.rolled, 'came to a card before its roll');
    await p.page.reload();
    await p.turn();
    const now = await p.look();
    check(now.card?.text === s.card.text, `the same card: "${now.card?.text}"`);
    check(
      now.prompt === s.prompt && now.last === s.last,
      `the same prompt and log: "${now.prompt}" at ${now.last}, was "${s.prompt}" at ${s.last}`,
    );
    await p.play(
      {},
      () => {},
      x => x.last > s.last,
      6,
    ); // and it goes on from there
  },

  // Replay: back, first, a line of the log, the present; the journal; a branch that leaves the game alone.
  async replay(hand) {
    const p = await hand.open(),
      at = async () =>
        Number(/event (\d+)/.exec(await p.page.locator('.decision .mid').innerText())?.[1] ?? NaN);
    await p.start();
    await p.turn();
    await p.play(
      {},
      () => {},
      s => s.last > 11 && !s.card,
    );
    const live = await p.look();
    await p.click(p.button('One back'), 'back');
    await p.settled();
    check((await at()) === live.last - 1, `one back of ${live.last} is ${await at()}`);
    await p.click(p.button('One back'), 'back');
    await p.settled();
    check((await at()) === live.last - 2, 'and one more');
    await p.click(p.button('One on'), 'on');
    await p.settled();
    check((await at()) === live.last - 1, 'and one on');
    await p.click(p.button('First event'), 'first');
    await p.settled();
    check((await at()) === 1, 'the first event');
    check((await p.look()).spots.length === 0, 'nothing can be done in the past');
    await p.shot('first');
    for (const fold of await p.page.locator('.log .chapter[aria-expanded=false]').all())
      await fold.click({ timeout: 1000 }).catch(() => {});
    const line = p.page.locator('.log .ev').nth(1),
      n = Number(await line.getAttribute('data-n'));
    await p.click(line, `line ${n}`);
    await p.settled();
    check(
      (await at()) === n && (await line.getAttribute('class')).includes('at'),
      'a line of the log goes there',
    );
    await p.click(p.button('Branch'), 'branch');
    await p.page.getByText(/shows what the other side hides/).waitFor();
    const [tab] = await Promise.all([
        p.page.context().waitForEvent('page'),
        p.click(p.button('Branch'), 'branch'),
      ]),
      b = new p.constructor(hand, tab, false);
    await tab.locator('.cover').waitFor();
    await b.keys('Enter');
    await b.turn();
    const root = await b.look();
    check(root.last <= n, `the branch stands at event ${root.last}, not after ${n}`);
    await b.play(
      {},
      () => {},
      s => s.last > root.last && !s.cover,
    );
    await b.shot('branch');
    await p.keys('Escape');
    const back = await p.look();
    check(back.last === live.last && back.prompt === live.prompt, 'the game itself has not moved');
    await p.click(p.button('Menu'), 'menu');
    await p.click(p.page.getByRole('menuitem', { name: /^Dice/ }), 'dice');
    const rolls = p.page.locator('.panel.side .body');
    check(
      /\d+ rolls?|Nothing has been rolled/.test(await rolls.innerText()),
      `the dice panel: "${await rolls.innerText()}"`,
    );
    await p.shot('dice');
    await p.keys('Escape');
    await p.click(p.button('Menu'), 'menu');
    const [file] = await Promise.all([
      p.page.waitForEvent('download'),
      p.click(p.page.getByRole('menuitem', { name: 'Download the journal' }), 'journal'),
    ]);
    const text = readFileSync(await file.path(), 'utf8');
    check(
      text.startsWith('salient-journal 1') && text.split('\n').length > 5,
      'a journal was downloaded',
    );
    return `${live.last} events, journal of ${text.split('\n').length} lines`;
  },

  // Hot seat: nothing of the board shows during the hand-over, and each side gets its own.
  async hotseat(hand) {
    const p = await hand.open(),
      covers = [],
      minds = { German: {}, Soviet: {} };
    let told = 0; // numbered items on the covers
    await p.start({ german: 'Me', soviet: 'Me' });
    // five hand-overs, and one of them after the other side's own part of a turn: reactions tell nothing
    for (let i = 0; i < 300 && (covers.length < 5 || !told); i++) {
      await p.turn();
      const s = await p.look();
      if (s.over) break;
      if (s.cover) {
        covers.push(s.cover);
        for (const hidden of ['.board', '.log', '.decision', '.spots'])
          check(!(await p.page.locator(hidden).isVisible()), `${hidden} is covered`);
        check(
          (await p.page.locator(':focus').innerText()).includes('show my board'),
          'the focus is on the one button',
        );
        told += await p.page.locator('.cover .recap li .n:not(.none)').count();
        if (covers.length < 6) await p.shot(`cover${covers.length}`);
        await p.keys('Enter');
        check(
          (await p.look()).who.startsWith(s.cover.split(',')[0]),
          'who was handed the machine decides',
        );
      } else await p.step(minds[s.who.split(',')[0]] ?? {});
    }
    check(
      covers.some(c => c.startsWith('German')) && covers.some(c => c.startsWith('Soviet')),
      `both were handed the machine: ${covers}`,
    );
    check(told > 0, 'a cover tells what the other side did, with numbers');
    return `${covers.length} hand-overs, ${told} numbered items`;
  },

  // A phone: tap a unit, tap a hex, confirm; everything is inside the screen and large enough for a finger.
  async phone(hand) {
    const p = await hand.open({ width: 390, height: 844, touch: true, scale: 2, moving: true });
    await p.start();
    await p.shot('begin');
    let moves = 0;
    await p.play(
      { eager: 6 },
      async (did, s) => {
        if (did === 'move' && (await p.look()).last > s.last) {
          moves++;
          if (moves === 1) await p.shot('moved');
        }
      },
      () => moves > 2,
      120,
    );
    check(moves > 0, 'moved by tap, tap, confirm');
    const wide = await p.page.evaluate(() => document.documentElement.scrollWidth);
    check(wide <= 390, `nothing sticks out: ${wide}`);
    const small = await p.page.locator('button:visible:not(.spot):not(.chip)').evaluateAll(l =>
      l
        .filter(e => {
          const r = e.getBoundingClientRect();
          return r.width > 1 && r.y < innerHeight && (r.width < 24 || r.height < 24);
        })
        .map(e => e.textContent),
    );
    check(small.length === 0, `targets of 24 pixels: ${small}`);
    await p.shot('end');
    return `${p.inputs} taps, ${moves} moves`;
  },

  // Layers with their legend, the counters hidden, the panels: each shows something, and Esc gives the board back.
  async panels(hand) {
    const p = await hand.open();
    await p.start();
    await p.turn();
    for (const [key, what] of [
      ['s', 'Stack'],
      ['f', 'Forces'],
      ['t', 'Tables'],
      ['r', 'Rules'],
      ['y', 'Layers'],
      ['d', 'Standing orders'],
      ['?', 'Keys'],
    ]) {
      await p.keys(key);
      const panel = p.page.locator('.panel.side');
      await panel.waitFor();
      await panel.locator('.body > *').first().waitFor();
      check(
        key === 's' || (await panel.getAttribute('aria-label')) === what,
        `${key} opens ${what}`,
      );
      if (key === 'y') {
        const layers = panel.getByRole('radio'),
          n = await layers.count();
        check(n > 2, `there are ${n - 1} layers`);
        const badges = await panel.locator('.badges').innerText();
        check(/What the badges mean/.test(badges), `the badges have a legend: "${badges}"`);
        await p.shot('layers');
        for (let i = 1; i < n; i++) {
          // those that need no place are shown at once, the others ask for one
          await p.click(layers.nth(i), `layer ${i}`);
          await p.settled();
          check(
            (await p.page.locator('.legend').innerText()).trim().length > 8,
            'the layer has a legend',
          );
        }
        await p.shot('layer');
        await p.click(layers.first(), 'no layer');
      }
      await p.keys('Escape');
      for (let i = 0; i < 3 && (await panel.isVisible()); i++) await p.keys('Escape');
      check(!(await panel.isVisible()), `Esc closes ${what}`);
    }
    await p.keys('r');
    await p.page.getByRole('searchbox').fill('the');
    check((await p.page.locator('.rules-list mark').count()) > 0, 'the search marks what it found');
    return '';
  },

  // Automated accessibility check of every screen, light; and of the main ones dark.
  async access(hand) {
    const found = [];
    let screens = 0;
    for (const dark of [false, true]) {
      const p = await hand.open({ dark }),
        run = async where => {
          screens++;
          found.push(...(await faults(p.page, `${where}${dark ? ' dark' : ''}`)));
        };
      await p.page.getByRole('radiogroup', { name: 'Game' }).waitFor();
      if (!dark) {
        // the control: something wrong is found
        await p.page.evaluate(() => {
          const b = document.createElement('button');
          b.id = 'wrong';
          document.body.append(b);
        });
        await run('control');
        check(
          found.some(f => f.includes('button-name')),
          'a button without a name is found',
        );
        found.length = 0;
        await p.page.evaluate(() => document.getElementById('wrong').remove());
      }
      await run('lobby');
      await p.start();
      await p.turn();
      await run('game');
      for (const k of dark ? ['f'] : ['s', 'f', 't', 'r', 'y', 'd', '?']) {
        await p.keys(k);
        await p.page.locator('.panel.side .body > *').first().waitFor();
        await run(`panel ${k}`);
        await p.keys('Escape');
        await p.keys('Escape');
      }
    }
    check(found.length === 0, [...new Set(found)].join(' | '));
    return `${screens} screens`;
  },

  // Rolled against expected: fair series pass, a series of best results does not, and the sums are right.
  async dice() {
    const code = (
      await build({
        entryPoints: [fileURLToPath(new URL('../src/dice.ts', import.meta.url))],
        bundle: true,
        format: 'esm',
        write: false,
        logLevel: 'silent',
      })
    ).outputFiles[0].text;
    const d = await import(`data:text/javascript,${encodeURIComponent(code)}`),
      outcomes = [
        [1, 6, 0, 1],
        [3, 6, 0, 0],
        [2, 6, 1, 0],
      ].map(([a, b, foe, me]) => ({
        text: 'x',
        chance: [a, b],
        losses: { soviet: foe, german: me },
      }));
    const table = list =>
      d.diceTable(
        list.map((rolled, n) => ({
          n,
          kind: 'combat',
          rule: '',
          text: '',
          at: [],
          units: ['g'],
          card: { kind: 'odds', title: 't', table: 'a', by: 'german', outcomes, rolled },
        })),
        c => c.table,
      );
    const fair = table([0, 1, 1, 1, 2, 2, 0, 1, 1, 1, 2, 2]),
      lucky = table(Array(12).fill(2));
    check(
      fair.rows.length === 1 &&
        fair.total.german.rolls === 12 &&
        fair.total.german.caused === 4 &&
        fair.total.german.suffered === 2,
      `sums: ${JSON.stringify(fair.total.german)}`,
    );
    check(
      Math.abs(fair.total.german.causedExpected - 4) < 1e-9 &&
        Math.abs(fair.total.german.sufferedExpected - 2) < 1e-9,
      'the expected losses',
    );
    check(
      Math.abs(fair.total.german.place - 6) < 1e-9 && d.fairness(fair.total.german) > 0.99,
      `a fair series: ${d.fairness(fair.total.german)}`,
    );
    check(
      d.fairness(lucky.total.german) < 0.001 && /very lucky/.test(d.verdict(lucky.total.german)),
      `a lucky one: ${d.verdict(lucky.total.german)}`,
    );
    check(
      /very unlucky/.test(d.verdict(table(Array(12).fill(0)).total.german)) &&
        d.fairness(table([]).total.german) === 1,
      'an unlucky one, and none',
    );
  },

  // Every text pair of the page's tokens has 4.5:1, every mark 3:1, in both themes.
  async contrast() {
    const css = readFileSync(new URL('../src/style.css', import.meta.url), 'utf8');
    const theme = re =>
      Object.fromEntries(
        [...re.exec(css)[1].matchAll(/--([a-z0-9]+): (#[0-9a-f]{6})/g)].map(m => [m[1], m[2]]),
      );
    const light = theme(/:root \{([^}]*)\}/),
      dark = { ...light, ...theme(/:root\[data-theme='dark'\] \{([^}]*)\}/) };
    const lum = c =>
      [1, 3, 5]
        .map(i => parseInt(c.slice(i, i + 2), 16) / 255)
        .map(v => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
        .reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
    const ratio = (a, b) => {
      const [x, y] = [lum(a), lum(b)].sort((p, q) => q - p);
      return (x + 0.05) / (y + 0.05);
    };
    let least = 99;
    for (const [name, t] of [
      ['light', light],
      ['dark', dark],
    ]) {
      for (const [ink, ground] of [
        ['ink', 'panel'],
        ['ink', 'inset'],
        ['ink', 'lift'],
        ['ink2', 'panel'],
        ['ink2', 'inset'],
        ['ink2', 'lift'],
        ['ink3', 'panel'],
        ['ink3', 'inset'],
        ['actink', 'act'],
        ['chipink', 'chip'],
        ['bad', 'badfill'],
        ['good', 'panel'],
        ['german', 'panel'],
        ['soviet', 'panel'],
        ['ink', 'infofill'],
        ['trackink', 'track'],
        ['act', 'panel'],
        ['act', 'infofill'],
        ['ink', 'desk'],
        ['ink3', 'desk'],
      ]) {
        const r = ratio(t[ink], t[ground]);
        least = Math.min(least, r);
        check(r >= 4.5, `${name} ${ink} on ${ground}: ${r.toFixed(2)}`);
      }
      for (const [mark, ground] of [
        ['edge', 'panel'],
        ['edge', 'lift'],
        ['focus', 'panel'],
        ['focus', 'inset'],
        ['bar', 'panel'],
      ])
        check(ratio(t[mark], t[ground]) >= 3, `${name} mark ${mark} on ${ground}`);
    }
    return `lowest ${least.toFixed(2)}`;
  },
};
tests.pass = pass;
Object.assign(tests, table, lessons, signs);
for (const name of ['lesson', 'keyboard', 'network']) tests[name].limit = 360; // three games at most, and a machine may be busy
tests.scenarios.limit = 1800;

// The command box: an action's text typed out, done with Enter.
async function command(p, action) {
  await p.key('/');
  await p.type(action);
  await p.keys('Enter');
}
