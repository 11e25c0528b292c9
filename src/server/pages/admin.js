// The administrator's page: counts, the games, and deleting one. The token stays in this page's memory.
'use strict';
const at = id => document.getElementById(id);
let token = '';
async function ask(path, method = 'GET') {
  const answer = await fetch(path, { method, headers: { authorization: 'Bearer ' + token } });
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
async function show() {
  try {
    const counts = await ask('/api/admin'), list = await ask('/api/admin/games');
    at('say').textContent = '';
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
at('open').onsubmit = e => { e.preventDefault(); token = at('token').value.trim(); show(); };
