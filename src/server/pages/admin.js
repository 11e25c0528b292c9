// The administrator's page: counts, the games, and deleting one. The token stays in this page's memory.
'use strict';
const at = id => document.getElementById(id);
let token = '';
async function ask(path, method = 'GET', body) {
  const headers = { authorization: 'Bearer ' + token };
  if (body) headers['content-type'] = 'application/json';
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  const doc = await answer.json();
  if (!doc.ok) throw new Error(doc.error.text);
  return doc;
}
function row(table, ...cells) {
  const tr = table.insertRow();
  for (const c of cells) {
    const td = tr.insertCell();
    if (c instanceof Node) td.append(c);
    else td.textContent = c;
  }
}
function seat(s) { return (s.name || s.bot || s.kind) + (s.taken ? '' : ' (empty)'); }
function age(ms) { return ms < 0 ? 'never' : ms < 1000 ? 'now' : Math.round(ms / 1000) + ' s'; }
async function showWorkers() {
  const doc = await ask('/api/admin/workers'), q = doc.queue, table = at('workers');
  at('queue').textContent = `${q.waiting} thoughts wait (the oldest ${age(q.oldest_ms)}), ${q.here} are thought here, ` +
    `${q.away} by workers, ${q.to_repeat} are to be repeated.`;
  table.replaceChildren();
  if (doc.workers.length) row(table, 'name', 'state', 'thinking', 'since', 'heard', 'done', 'repeated', 'lost', 'given back', '');
  for (const w of doc.workers) {
    const button = document.createElement('button');
    button.textContent = 'Withdraw';
    button.onclick = async () => {
      if (!confirm('Withdraw the key of ' + w.name + '?')) return;
      await ask('/api/admin/workers/' + w.name, 'DELETE');
      show();
    };
    row(table, w.name, w.state, String(w.thinking), w.thinking ? age(w.oldest_ms) : '', age(w.heard_ms), String(w.done),
      String(w.repeated), String(w.lost), String(w.given_back), button);
  }
}
async function send(path, body, said) {
  try {
    const answer = await fetch(path, { method: 'POST', body: JSON.stringify(body),
      headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' } });
    const doc = await answer.json();
    at('say').textContent = doc.ok ? said : doc.error.text;
  } catch (e) { at('say').textContent = e.message; }
}
async function show() {
  try {
    await showWorkers();
    const counts = await ask('/api/admin'), list = await ask('/api/admin/games');
    at('say').textContent = '';
    at('rules').value = (await ask('/api/house')).text;
    at('counts').replaceChildren();
    at('games').replaceChildren();
    for (const [k, v] of Object.entries(counts)) if (k !== 'ok') row(at('counts'), k, String(v));
    for (const g of list.games) {
      const button = document.createElement('button');
      button.textContent = 'Delete';
      button.onclick = async () => { if (confirm('Delete ' + g.id + '?')) { await ask('/api/games/' + g.id, 'DELETE'); show(); } };
      row(at('games'), g.id, g.game + '/' + g.scenario, 'turn ' + g.turn, seat(g.seats.german), seat(g.seats.soviet),
        g.over ? g.how : 'running', new Date(g.touched).toISOString().slice(0, 16), button);
    }
  } catch (e) { at('say').textContent = e.message; }
}
at('house').onsubmit = e => { e.preventDefault(); send('/api/order/house', { text: at('rules').value }, 'Saved.'); };
at('referee').onsubmit = e => {
  e.preventDefault();
  const on = e.submitter.id !== 'no';
  send('/api/order/referee', { name: at('account').value.trim(), on }, on ? 'A referee now.' : 'No referee any more.');
};
at('open').onsubmit = e => { e.preventDefault(); token = at('token').value.trim(); show(); };
at('make').onsubmit = async e => {
  e.preventDefault();
  try {
    const made = await ask('/api/admin/workers', 'POST', { name: at('name').value.trim() });
    at('key').textContent = 'Its key, shown this once: ' + made.key;
    show();
  } catch (error) { at('key').textContent = error.message; }
};
