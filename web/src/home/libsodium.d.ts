// libsodium as it comes, without wrappers: C functions with an underscore before their names.
declare module 'libsodium' {
  interface Lib {
    HEAPU8: Uint8Array;
    _malloc(n: number): number;
    _free(at: number): void;
    [name: string]: unknown;
  }
  export default function start(o: { getRandomValue(): number }): Promise<Lib>;
}
