// Automated accessibility check of what a page shows now. The script goes in beside the page's policy, by the debugger.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

// What is wrong, one line each.
export async function faults(page, where) {
  if (!(await page.evaluate(() => 'axe' in window))) {
    const line = await page.context().newCDPSession(page);
    await line.send('Runtime.evaluate', { expression: axe });
    await line.detach();
  }
  const r = await page.evaluate(
    runOnly => window.axe.run(document, { runOnly, resultTypes: ['violations'] }),
    RULES,
  );
  const first = v => `${v.nodes[0].target} ${v.nodes[0].failureSummary?.split('\n')[1] ?? ''}`;
  return r.violations.map(v => `${where}: ${v.id} ${first(v)}`);
}
