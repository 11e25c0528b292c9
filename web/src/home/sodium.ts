// libsodium for the engine's module: fetched when somebody plays a passed game. It has a memory of
// its own, so the bytes of each call are carried over and back.
import start from 'libsodium';

// What a call takes, one word an argument: `n` a number, `N` a long one; `<` bytes that are read,
// `>` written, `=` both. How many: a number, or `@3` what argument 3 says.
const CALLS: Record<string, string> = {
  sodium_init: '',
  randombytes_buf: '>@1 n',
  crypto_generichash: '>@1 n <@3 N <@5 n',
  crypto_generichash_init: '=384 <@2 n n',
  crypto_generichash_update: '=384 <@2 N',
  crypto_generichash_final: '=384 >@2 n',
  crypto_sign_seed_keypair: '>32 >64 <32',
  crypto_sign_detached: '>64 >8 <@3 N <64',
  crypto_sign_verify_detached: '<64 <@2 N <32',
  crypto_sign_ed25519_sk_to_curve25519: '>32 <64',
  crypto_sign_ed25519_pk_to_curve25519: '>32 <32',
  crypto_scalarmult: '>32 <32 <32',
  crypto_aead_xchacha20poly1305_ietf_encrypt: '>@3+16 >8 <@3 N <@5 N n <24 <32',
  crypto_aead_xchacha20poly1305_ietf_decrypt: '>@4-16 >8 n <@4 N <@6 N <24 <32',
  sodium_bin2hex: '>@1 n <@3 n',
  sodium_hex2bin: '>@1 n <@3 n n >4 >4',
  sodium_bin2base64: '>@1 n <@3 n n',
  sodium_base642bin: '>@1 n <@3 n n >4 >4 n',
};
interface Carried {
  there: number;
  here: number;
  bytes: number;
  back: boolean;
}
type Memory = () => Uint8Array;
export type Sodium = (memory: Memory, name: string, args: number[]) => number;

const sizeOf = (words: string, args: number[]): number => {
  const [, by, n, more = '0'] = /^(@?)(\d+)([+-]\d+)?$/.exec(words)!;
  return (by ? args[Number(n)] : Number(n)) + Number(more);
};

export async function sodium(): Promise<Sodium> {
  const random = (): number => crypto.getRandomValues(new Uint32Array(1))[0],
    lib = await start({ getRandomValue: random });

  return (memory, name, args) => {
    const carried: Carried[] = [],
      carry = (word: string, here: number): number => {
        const bytes = sizeOf(word.slice(1), args);
        if (!here) return 0;
        const there = lib._malloc(Math.max(bytes, 1));
        if (word[0] !== '>') lib.HEAPU8.set(memory().subarray(here, here + bytes), there);
        carried.push({ there, here, bytes, back: word[0] !== '<' });
        return there;
      },
      argument = (word: string, i: number): number[] => {
        if (word === 'n') return [args[i]];
        return word === 'N' ? [args[i], 0] : [carry(word, args[i])];
      },
      given = CALLS[name].split(' ').filter(Boolean).flatMap(argument),
      call = lib[`_${name}`] as (...a: number[]) => number,
      answer = call(...given);
    for (const { there, here, bytes, back } of carried) {
      const kept = lib.HEAPU8.subarray(there, there + bytes);
      if (back) memory().set(kept, here);
      kept.fill(0); // keys are among them
      lib._free(there);
    }
    return answer;
  };
}
