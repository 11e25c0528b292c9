// A campaign by the mouse alone: the purchase form, a quick battle, and a Refit Phase to its end. Its decisions are forms and buttons.
import { check } from './lib.mjs';

const title = /Stalnie/, scenario = /first morning/i;

async function start(p) {
  const choose = async (group, radio) => { const r = p.page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', radio).first(); if ((await r.getAttribute('aria-checked')) !== 'true') await p.click(r, `${group}`); };
  await p.page.getByRole('radiogroup', { name: 'Game', exact: true }).waitFor();
  await choose('Game', { name: title });
  await choose('Scenario', { name: scenario });
  await choose('German seat', { name: 'Me', exact: true });
  await choose('Soviet seat', { name: 'Computer', exact: true });
  await choose('Level', { name: 'Quick' });
  await p.click(p.button(/^Start/), 'start');
  await p.settled();
}

// Buys a few things in the form; every price is on the button's row, and what is left stands below.
async function buy(p, verb, times) {
  for (let i = 0; i < times; i++) {
    const form = (await p.look()).form.filter(f => f.action.startsWith(verb));
    if (!form.length) return;
    await p.click(p.page.locator(`.form .btn[data-action="${form[(i * 5) % form.length].action}"]`).first(), form[(i * 5) % form.length].action);
    await p.settled();
  }
}

// By the words of the prompt: what it is called here, what is bought first, and the action that goes on.
const habits = [
  [/buy Reinforcement Groups/i, 'purchase', { buy: ['buy ', 3], go: /^commit/ }],
  [/buy fortifications/i, 'fortify', { buy: ['fort ', 4], go: /^commit/ }],
  [/reconnaissance/i, 'reconnaissance', { go: /^commit/ }],
  [/set up\./i, 'setup', { go: /^auto/, then: /^done/ }],
  [/orders for the battle/i, 'orders', { go: /^commit/ }],
  [/fight the next turn/i, 'battle', { go: /^fight/ }],
  [/perimeter/i, 'perimeter', { go: /^commit/ }],
  [/isolated units may try/i, 'escape', { go: /^done/ }],
  [/then roll/i, 'stack', { go: /^roll/ }],
  [/hardening/i, 'harden', { go: /^commit/ }],
  [/inspect a Location/i, 'inspect', { go: /^pass/ }],
  [/crews|recalled/i, 'repair', { go: /^done/ }],
  [/armour leader/i, 'leader', { go: /^name/ }],
];

export async function campaign(hand) {
  const p = await hand.open(), seen = {};
  await start(p);
  for (let n = 0; n < 300; n++) {
    await p.turn();
    let s = await p.look();
    if (s.over) break;
    if (s.yes && s.confirm) { await p.at(s.yes, 'confirm'); await p.settled(); continue; }
    const habit = habits.find(([re]) => re.test(s.prompt));
    check(habit, `a known decision: "${s.prompt}"`);
    const [, name, how] = habit, times = (seen[name] = (seen[name] ?? 0) + 1);
    if (how.buy) await buy(p, ...how.buy);
    if (times === 1) await p.shot(name);
    s = await p.look();
    if (s.formOpen && !s.buttons.some(b => how.go.test(b.action))) { await p.click(p.button('Look at the board'), 'board'); await p.settled(); s = await p.look(); }
    const go = s.buttons.find(b => (how.then && times % 2 === 0 ? how.then : how.go).test(b.action)), unit = s.choices.find(c => /^escape /.test(c)); // somebody who must try to escape: in the list of choices
    check(go || unit, `something to press at "${s.prompt}": ${s.buttons.map(b => b.action)}`);
    if (go) await p.at(go, go.action);
    else {
      const one = p.page.locator(`.choices li > button[data-choice="${unit}"]`);
      if (!(await one.isVisible())) await p.click(p.page.locator('.choices > summary'), 'every choice as a list');
      await p.click(one, unit);
    }
    await p.settled();
  }
  const end = await p.look();
  await p.shot('over');
  check(end.over, 'the lesson was played to its end');
  for (const k of ['purchase', 'setup', 'orders', 'battle', 'perimeter', 'harden']) check(seen[k] > 0, `${k} was decided: ${JSON.stringify(seen)}`);
  check(seen.battle >= 7, `a battle of seven turns, had ${seen.battle}`);
  return `${p.inputs} inputs, ${JSON.stringify(seen)}`;
}
campaign.limit = 240;
