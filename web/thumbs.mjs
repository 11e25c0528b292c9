// Makes the lobby's pictures of the games, light and dark, from their own boards: node thumbs.mjs. They go to src/thumbs, are
// kept with the source, and are to be made again when a lesson's map or counters change.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start } from './test/server.mjs';
import { launch } from './test/lib.mjs';

const out = join(dirname(fileURLToPath(import.meta.url)), 'src/thumbs'),
  server = await start('serve'),
  browser = await launch();
mkdirSync(out, { recursive: true });
for (const dark of [false, true]) {
  const page = await browser.newPage({ colorScheme: dark ? 'dark' : 'light' });
  await page.goto(`${server.url}?draw`);
  await page.locator('.lobby[data-pictures=whole]').waitFor({ timeout: 120000 });
  const all = await page
    .locator('.tile canvas')
    .evaluateAll(list => list.map(c => [c.dataset.game, c.toDataURL('image/webp', 0.5)]));
  for (const [game, url] of all) {
    const bytes = Buffer.from(url.split(',')[1], 'base64');
    writeFileSync(join(out, `${game}-${dark ? 'dark' : 'light'}.webp`), bytes);
    console.log(`${game} ${dark ? 'dark' : 'light'} ${bytes.length} bytes`);
  }
}
await browser.close();
server.stop();
process.exit(0);
