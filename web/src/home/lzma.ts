// Unpacks what `xz --format=lzma` packs. The engine's module goes over the wire like that: on a
// host that compresses badly, or not at all, it is as small as on the best one.

const HEAD = 13, // properties, size of the dictionary, size of the text
  TOP = 2 ** 24,
  HALF = 1024, // of 2048: a bit about which nothing is known
  LITERAL = 0x300,
  LAST_LITERAL_STATE = 7;

// Bits, each with the likelihood that earlier ones like it have left.
class Bits {
  private range = 0xffffffff;
  private code: number;
  private at = HEAD + 5;
  constructor(private input: Uint8Array) {
    this.code = new DataView(input.buffer, input.byteOffset).getUint32(HEAD + 1);
  }
  private feed(): void {
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.input[this.at++]) >>> 0;
  }
  one(model: Uint16Array, i: number): number {
    const likely = model[i],
      bound = (this.range >>> 11) * likely;
    let bit = 0;
    if (this.code < bound) {
      this.range = bound;
      model[i] = likely + ((2048 - likely) >>> 5);
    } else {
      this.range -= bound;
      this.code -= bound;
      model[i] = likely - (likely >>> 5);
      bit = 1;
    }
    if (this.range < TOP) this.feed();
    return bit;
  }
  // n bits that are as likely set as not.
  plain(n: number): number {
    let value = 0;
    for (let i = 0; i < n; i++) {
      this.range >>>= 1;
      const bit = this.code >= this.range ? 1 : 0;
      if (bit) this.code -= this.range;
      if (this.range < TOP) this.feed();
      value = value * 2 + bit;
    }
    return value;
  }
  // A number of n bits, the highest first; each bit depends on those before it.
  tree(model: Uint16Array, from: number, n: number): number {
    let node = 1;
    for (let i = 0; i < n; i++) node = node * 2 + this.one(model, from + node);
    return node - (1 << n);
  }
  // The same, the lowest first.
  mirrored(model: Uint16Array, from: number, n: number): number {
    let node = 1,
      value = 0;
    for (let i = 0; i < n; i++) {
      const bit = this.one(model, from + node);
      node = node * 2 + bit;
      value |= bit << i;
    }
    return value;
  }
}
const fresh = (n: number): Uint16Array => new Uint16Array(n).fill(HALF);

// The length of a repeat: short ones and middle ones by place, long ones not.
class Lengths {
  private choice = fresh(2);
  private short = fresh(16 << 3);
  private middle = fresh(16 << 3);
  private long = fresh(256);
  read(bits: Bits, place: number): number {
    if (!bits.one(this.choice, 0)) return 2 + bits.tree(this.short, place << 3, 3);
    if (!bits.one(this.choice, 1)) return 10 + bits.tree(this.middle, place << 3, 3);
    return 18 + bits.tree(this.long, 0, 8);
  }
}
// How far back a new repeat begins, less one.
class Distances {
  private slots = fresh(4 << 6);
  private near = fresh(128);
  private low = fresh(16);
  read(bits: Bits, length: number): number {
    const slot = bits.tree(this.slots, Math.min(length - 2, 3) << 6, 6),
      more = (slot >> 1) - 1;
    if (slot < 4) return slot;
    const high = (2 | (slot & 1)) * 2 ** more;
    if (slot < 14) return high + bits.mirrored(this.near, high - slot, more);
    return high + bits.plain(more - 4) * 16 + bits.mirrored(this.low, 0, 4);
  }
}

export function unpack(input: Uint8Array): Uint8Array<ArrayBuffer> {
  const places = Math.floor(input[0] / 45),
    literalPlaces = Math.floor(input[0] / 9) % 5,
    context = input[0] % 9,
    size = new DataView(input.buffer, input.byteOffset).getUint32(5, true),
    out = new Uint8Array(size),
    bits = new Bits(input),
    literals = fresh(LITERAL << (context + literalPlaces)),
    isRepeat = fresh(12 << 4),
    isOld = fresh(12),
    isSecond = fresh(12),
    isThird = fresh(12),
    isFourth = fresh(12),
    isLong = fresh(12 << 4),
    lengths = new Lengths(),
    oldLengths = new Lengths(),
    distances = new Distances(),
    old = [0, 0, 0, 0]; // the last four distances
  let at = 0,
    state = 0;

  const literal = (): void => {
    const place = at & ((1 << literalPlaces) - 1),
      before = at ? out[at - 1] >> (8 - context) : 0,
      from = LITERAL * ((place << context) + before);
    let node = 1;
    if (state >= LAST_LITERAL_STATE) {
      // after a repeat: the byte that would have gone on helps as long as it is right
      let guess = out[at - old[0] - 1];
      while (node < 0x100) {
        const expected = (guess >> 7) & 1,
          bit = bits.one(literals, from + ((1 + expected) << 8) + node);
        guess <<= 1;
        node = node * 2 + bit;
        if (bit !== expected) break;
      }
    }
    while (node < 0x100) node = node * 2 + bits.one(literals, from + node);
    out[at++] = node & 0xff;
    state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
  };
  // One of the older distances: it comes to the front.
  const older = (): void => {
    const which = bits.one(isThird, state) ? 2 + bits.one(isFourth, state) : 1,
      [distance] = old.splice(which, 1);
    old.unshift(distance);
  };
  // How long the repeat is that comes now; its distance is then the first of the old ones.
  const repeat = (place: number): number => {
    const early = state < LAST_LITERAL_STATE;
    if (!bits.one(isOld, state)) {
      const length = lengths.read(bits, place);
      state = early ? 7 : 10;
      old.pop();
      old.unshift(distances.read(bits, length));
      return length;
    }
    if (bits.one(isSecond, state)) {
      older();
    } else if (!bits.one(isLong, (state << 4) + place)) {
      state = early ? 9 : 11;
      return 1;
    }
    state = early ? 8 : 11;
    return oldLengths.read(bits, place);
  };
  while (at < size) {
    const place = at & ((1 << places) - 1);
    if (!bits.one(isRepeat, (state << 4) + place)) {
      literal();
      continue;
    }
    const length = repeat(place),
      end = Math.min(at + length, size),
      back = old[0] + 1;
    if (back > at) throw new Error('The engine was damaged on its way. Load the page again.');
    for (; at < end; at++) out[at] = out[at - back];
  }
  return out;
}
