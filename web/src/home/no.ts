// A refusal on its way to the page, and words that nobody guesses.
export class No extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}
export const word = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map(b => b.toString(16).padStart(2, '0'))
    .join('');
