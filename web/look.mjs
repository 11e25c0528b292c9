// Makes web/src/look.ts from src/draw/look.tsv, so that page and C pictures share colours and symbols.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const rows = readFileSync(join(here, '../src/draw/look.tsv'), 'utf8')
  .split('\n')
  .filter(line => line && !line.startsWith('#'))
  .map(line => line.split('\t').map(field => (field === '-' ? '' : field)));
const of = kind => rows.filter(row => row[0] === kind).map(row => row.slice(1));

const camel = name => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const colours = of('colour').map(([name, light, dark, ...opacity]) => {
  const numbers = opacity.map(Number).join(', ');
  return `  ${camel(name)}: ['${light}', '${dark}', ${numbers}],`;
});
const bands = of('band').map(([colour]) => `  '${colour}',`);
const symbols = of('symbol').map(
  ([word, stroke, fill]) => `  '${word}': ['${stroke}', '${fill}'],`,
);
const words = of('symbol').map(([word, , , title]) => `  '${word}': '${title}',`);

writeFileSync(
  join(here, 'src/look.ts'),
  `// Made from src/draw/look.tsv by look.mjs; do not edit.
export type Pair = [light: string, dark: string, lightOpacity: number, darkOpacity: number];
export const colours = {
${colours.join('\n')}
} satisfies Record<string, Pair>;
export const bands = [
${bands.join('\n')}
];
export const symbols: Record<string, [outline: string, filled: string]> = {
${symbols.join('\n')}
};
export const symbolWord: Record<string, string> = {
${words.join('\n')}
};
`,
);
