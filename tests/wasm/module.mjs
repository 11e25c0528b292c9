// The engine's WebAssembly module for tests: the few calls it makes of its machine, and lines in and out.
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";

globalThis.crypto ??= webcrypto; // browsers have it under this name, Debian 12's Node.js has not

// `hear` is told the lines that the module says while it works; `sodium` is web/src/home/sodium.ts, for passed games.
export async function engine(path, hear = () => {}, sodium = null) {
  let memory;
  const machine = {
      clock_time_get(_clock, _precision, at) {
        const now = BigInt(Math.round(performance.now() * 1e6));
        new DataView(memory.buffer).setBigUint64(at, now, true);
        return 0;
      },
      fd_write(_file, parts, n, at) {
        const view = new DataView(memory.buffer);
        let all = 0;
        for (let i = 0; i < n; i++) {
          const from = view.getUint32(parts + 8 * i, true),
            bytes = view.getUint32(parts + 8 * i + 4, true);
          process.stderr.write(Buffer.from(memory.buffer, from, bytes));
          all += bytes;
        }
        view.setUint32(at, all, true);
        return 0;
      },
      fd_seek: () => 70, // no file can be moved in..
      fd_close: () => 8, // ..or closed: there are none
    },
    module = await WebAssembly.compile(readFileSync(path)),
    { exports } = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: machine,
      salient: {
        tell: (at, n) => hear(Buffer.from(memory.buffer, at, n).toString()),
      },
      sodium: new Proxy(
        {},
        {
          get:
            (_, name) =>
            (...args) =>
              sodium(() => new Uint8Array(memory.buffer), name, args),
        },
      ),
    });
  memory = exports.memory;
  exports._initialize();
  return {
    exports,
    bytes: () => memory.buffer.byteLength,
    signature: () =>
      BigInt.asUintN(64, exports.salient_signature())
        .toString(16)
        .padStart(16, "0"),
    // The journal reviewed, with the lines of an earlier run.
    review(journal, known, nodes, seed) {
      const first = Buffer.from(known),
        bytes = Buffer.concat([first, Buffer.from(journal)]),
        room = exports.salient_room(bytes.length);
      new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
      const at = exports.salient_review(
        first.length,
        bytes.length - first.length,
        nodes,
        seed,
      );
      return Buffer.from(
        memory.buffer,
        at,
        exports.salient_length(),
      ).toString();
    },
    // A passed game: see src/wasm/passing.c.
    pass(doc, file = "") {
      const line = Buffer.from(JSON.stringify(doc)),
        bytes = Buffer.concat([line, Buffer.from(file)]),
        room = exports.salient_room(bytes.length);
      new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
      const at = exports.salient_pass(line.length, bytes.length - line.length),
        answer = Buffer.from(memory.buffer, at, exports.salient_length());
      return JSON.parse(answer.toString());
    },
    ask(doc) {
      const line = new TextEncoder().encode(JSON.stringify(doc));
      new Uint8Array(
        memory.buffer,
        exports.salient_room(line.length),
        line.length,
      ).set(line);
      const at = exports.salient_line(line.length);
      const answer = new Uint8Array(
        memory.buffer,
        at,
        exports.salient_length(),
      );
      return JSON.parse(new TextDecoder().decode(answer));
    },
  };
}
