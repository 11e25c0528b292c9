// Battles of squads on the screen: whose part of the phase it is can be seen, and a unit that has acted is off the list.
import { check } from './lib.mjs';

const GAME = /Stalnie/;
const listed = p =>
  p.page.locator('.decision .idle').evaluateAll(l => l.map(e => e.innerText).join(' '));
// The places of units that are marked on the board as what the decision is about.
const marked = p =>
  p.page
    .locator('.spot[data-kind=unit][data-main]')
    .evaluateAll(l => [...new Set(l.map(e => e.dataset.hex))].sort());

// The Germans of the skirmish, set up by the card, at their first Action phase.
async function atAction(p) {
  const group = p.page.getByRole('radiogroup', { name: 'Game', exact: true });
  await group.waitFor();
  if (!(await group.getByRole('radio', { name: GAME }).count())) return false;
  await p.start({ title: GAME, part: /Oktyabrsky/ });
  for (let i = 0; i < 8; i++) {
    await p.turn();
    const s = await p.look();
    if (/fires or moves/.test(s.prompt)) return true;
    await p.at(s.buttons.find(b => /by the card/.test(b.text)) ?? s.buttons[0], 'set up');
  }
  throw new Error('the Action phase came');
}

// Before anybody was chosen the board marks all who can act, and the list has them; who has acted is on neither.
export async function battle(hand) {
  const p = await hand.open({ width: 1440, height: 900 });
  if (!(await atAction(p))) return { skip: 'no battles of squads here' };
  const before = await listed(p),
    marks = await marked(p);
  check(/Not yet acted: 9 units/.test(before), `nine are listed: "${before}"`);
  check(marks.length === 7, `their seven places are marked: ${marks}`);
  await p.shot('action');
  await p.click(p.page.locator('.decision [data-idle]').first(), 'the nearest');
  await p.settled();
  const go = (await p.look()).spots.filter(x => x.kind === 'go');
  check(go.length > 3, `it can go to ${go.length} places`);
  await p.at(go.at(-1), 'go');
  for (let i = 0; i < 8; i++) {
    await p.turn();
    const s = await p.look(),
      next = s.goOn ?? s.buttons.find(b => /^Done/.test(b.text));
    if (/fires or moves/.test(s.prompt) || !next) break;
    await p.at(next, 'on');
  }
  const after = await listed(p);
  check(/Not yet acted: [5-8] units/.test(after), `fewer are listed: "${after}"`);
  check((await marked(p)).length < marks.length, `and marked: ${await marked(p)}`);
  return `${marks.length} places, then ${(await marked(p)).length}`;
}
