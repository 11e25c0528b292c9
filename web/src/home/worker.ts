// The worker behind a page without a server: hands what the page says to the house, and back.
import type { FromHome, ToHome } from './door';
import { House } from './house';

const post = (m: FromHome): void => self.postMessage(m),
  house = House.open((line, doc) => post({ kind: 'said', line, text: JSON.stringify(doc) }));
house.catch((e: unknown) => {
  setTimeout(() => {
    throw e; // the page hears of it as an error of its worker
  });
});

async function hear(m: ToHome): Promise<void> {
  const h = await house;
  if (m.kind === 'open') h.open(m.line);
  else if (m.kind === 'close') h.close(m.line);
  else if (m.kind === 'say') h.hear(m.line, m.text);
  else post({ kind: 'answer', n: m.n, doc: await h.api(m.path, m.body, m.token) });
}
self.onmessage = (e: MessageEvent<ToHome>) => void hear(e.data).catch(() => {});
