// Forms by the mouse alone, to the end of the game: what a row costs is taken from what is left, what cannot be had says why, and
// what was chosen is sealed. A scenario that asks nothing by forms has nothing to show here and says so.
import { check } from './lib.mjs';

// Where the main button is not the shortest way on, the words of the prompt say what is: tried on its first and its next time.
const habits = [
  [/set up\./i, /^auto/, /^done/],
  [/isolated units may try/i, /^done/],
  [/inspect a Location/i, /^pass/],
];
const patience = 12; // decisions before a scenario counts as one without forms

// What the open form says: each row with its controls, the reasons of those that are not open, and the totals.
function form() {
  const shown = document.querySelector('.form:not([hidden])'),
    panel = document.querySelector('.decision');
  const open = [...(shown?.querySelectorAll('.btn[data-action]:not([aria-disabled])') ?? [])].map(
    e => e.dataset.action,
  );
  const shut = [...(shown?.querySelectorAll('.btn[aria-disabled]') ?? [])].map(
    e => e.title || e.getAttribute('aria-description') || '',
  );
  return {
    title: shown?.querySelector('h2')?.textContent ?? '',
    open,
    shut,
    why: shown?.querySelectorAll('td .chip').length ?? 0,
    totals: panel?.querySelector('.mid')?.innerText ?? '',
  };
}
async function choose(p, seen, times) {
  for (let i = 0; i < times; i++) {
    const was = await p.page.evaluate(form);
    for (const reason of was.shut)
      check(/\w/.test(reason), `what is not open in "${was.title}" says why`);
    seen.reasons += was.shut.length + was.why;
    if (!was.open.length) return;
    const action = was.open[(i * 5) % was.open.length];
    await p.click(p.page.locator(`.form .btn[data-action="${action}"]`).first(), action);
    await p.settled();
    const now = await p.page.evaluate(form);
    check(
      now.title !== was.title || JSON.stringify(now) !== JSON.stringify(was),
      `"${action}" changed something in "${was.title}"`,
    );
    if (now.totals !== was.totals) seen.totals++;
    seen.chosen++;
  }
}
async function goOn(p, s, mind, times) {
  const habit = habits.find(([re]) => re.test(s.prompt));
  const go = habit
    ? s.buttons.find(b => habit[Math.min(times, habit.length - 1)].test(b.action))
    : s.buttons.find(b => b.main);
  if (go) {
    await p.at(go, go.action);
    return;
  }
  if (s.formOpen) await p.click(p.button('Look at the board'), 'board');
  await p.settled();
  await p.step(mind);
}

export async function forms(hand) {
  const p = await hand.open(),
    seen = { forms: 0, chosen: 0, totals: 0, reasons: 0 },
    times = {},
    mind = { hurry: true };
  await p.start();
  for (let n = 0; n < 400; n++) {
    await p.turn();
    let s = await p.look();
    if (s.over) break;
    if (!seen.forms && n > patience) return { skip: `${patience} decisions and no form` };
    if (s.yes && s.confirm) {
      await p.at(s.yes, 'confirm');
      continue;
    }
    const again = (times[s.prompt.replace(/\d.*/, '')] =
      (times[s.prompt.replace(/\d.*/, '')] ?? 0) + 1);
    if (!s.formOpen) {
      await goOn(p, s, mind, again);
      continue;
    }
    seen.forms++;
    if (again < 3) await choose(p, seen, 3);
    if (again === 1) await p.shot(`form${seen.forms}`);
    s = await p.look();
    if (s.yes && s.confirm) {
      await p.at(s.yes, 'confirm');
      continue;
    }
    await goOn(p, s, mind, again);
  }
  const end = await p.look();
  await p.shot('over');
  check(end.over, `played to its end, stands at "${end.prompt}"`);
  for (const k of ['chosen', 'totals', 'reasons'])
    check(seen[k] > 0, `${k}: ${JSON.stringify(seen)}`);
  return `${p.inputs} inputs, ${JSON.stringify(seen)}`;
}
forms.limit = 240;
