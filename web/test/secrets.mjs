// What a seat received, searched for what it may not know. A counter that its view does not name must stand nowhere in the
// bytes it gets (but for the board, which lists every counter of the game); what only the other side's view tells (its points,
// its sealed choice) must not be among the variables.
const parse = bytes =>
  bytes.map(text => {
    try {
      return { text, doc: JSON.parse(text) };
    } catch {
      return { text, doc: {} };
    }
  });
const enemies = (bytes, side) => {
  for (const { doc } of parse(bytes))
    if (doc.board)
      return doc.board.counters.filter(c => side === 'watch' || c.side !== side).map(c => c.id);
  return [];
};

// The counters of the other side that this side's views name, at any time.
export function identified(bytes, side) {
  const ids = new Set(enemies(bytes, side)),
    known = new Set();
  for (const { doc } of parse(bytes))
    for (const u of doc.view?.units ?? [])
      if (ids.has(u.id) || ids.has(u.counter)) known.add(ids.has(u.id) ? u.id : u.counter);
  return known;
}
// The variables that these views tell: of those who watch, what is common knowledge.
export function variables(bytes) {
  return new Set(parse(bytes).flatMap(({ doc }) => Object.keys(doc.view?.vars ?? {})));
}
// The first leak in words, or null. `upTo`: what may be known in the end, where that is not what the bytes themselves say;
// `common`: variables that everybody may see.
export function secrets(bytes, side, upTo = null, common = new Set()) {
  const all = parse(bytes),
    ids = new Set(enemies(bytes, side)),
    other = side === 'german' ? 'soviet' : 'german',
    known = new Set(upTo ?? []),
    open = [];
  for (const { text, doc } of all) {
    // an answer with its events comes just before the view that belongs to them
    if (doc.board) continue;
    open.push(text);
    if (!doc.view) continue;
    for (const u of doc.view.units) {
      if (u.id.startsWith('?')) {
        if (u.steps !== undefined || u.counter !== undefined || u.mp !== undefined)
          return `an unknown unit shows ${JSON.stringify(u)}`;
      } else if (!upTo) known.add(u.id).add(u.counter);
    }
    for (const t of open.splice(0))
      for (const id of ids)
        if (!known.has(id) && new RegExp(`["\\s]${id.replaceAll('.', '\\.')}["\\s]`).test(t))
          return `${id} in ${t.slice(Math.max(0, t.indexOf(id) - 80), t.indexOf(id) + 60)}`;
    if (side !== 'watch')
      for (const k of Object.keys(doc.view.vars ?? {}))
        if (k.startsWith(`${other}_`) && !common.has(k)) return `the variable ${k}`;
  }
  return null;
}
