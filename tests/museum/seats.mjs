// seats.mjs SALIENT MUSEUM: the tokens that players of landed versions hold still open their seats: a server of today on a copy of each
// version's store gives every seat its copy of the game, and gives nothing to a token with one letter changed.
import { spawn } from "node:child_process";
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [salient, museum] = process.argv.slice(2);
let bad = 0,
  opened = 0;
function wrong(text) {
  console.log(text);
  bad = 1;
}
const freePort = () =>
  new Promise((yes) => {
    const s = createServer().listen(0, "127.0.0.1", () => {
      const { port } = s.address();
      s.close(() => yes(port));
    });
  });

async function withServer(db, doing) {
  const port = await freePort(),
    child = spawn(salient, ["serve", "--port", String(port), "--db", db], {
      stdio: ["ignore", "pipe", "inherit"],
    });
  process.on("exit", () => child.kill("SIGKILL"));
  await new Promise((yes, no) => {
    let said = "";
    child.stdout.on("data", (bytes) => {
      said += bytes;
      if (/ready/.test(said)) yes();
    });
    child.on("exit", (code) => no(new Error(`the server ended with ${code}`)));
  });
  child.removeAllListeners("exit");
  await doing(`http://127.0.0.1:${port}`);
  child.kill("SIGTERM");
}

async function ask(path, token) {
  const answer = await fetch(path, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return { status: answer.status, text: await answer.text() };
}

for (const version of readdirSync(museum).filter((name) => /^\d/.test(name))) {
  const home = mkdtempSync(join(tmpdir(), "salient-seats-")),
    games = JSON.parse(
      readFileSync(join(museum, version, "games.json"), "utf8"),
    );
  copyFileSync(join(museum, version, "games.db"), join(home, "games.db"));
  await withServer(join(home, "games.db"), async (url) => {
    for (const { id, seats } of games)
      for (const [side, token] of Object.entries(seats ?? {})) {
        const game = `${url}/api/games/${id}`,
          got = await ask(`${game}/journal`, token),
          other = (token[0] === "A" ? "B" : "A") + token.slice(1),
          stranger = await ask(`${game}/journal`, other),
          { over } = JSON.parse((await ask(game, token)).text);
        opened++;
        if (got.status !== 200 || !got.text.includes("salient-journal 1"))
          wrong(
            `${version}: ${id}, ${side}: ${got.status} ${got.text.slice(0, 120)}`,
          );
        if (!over && stranger.status === 200)
          // one that is over is everybody's
          wrong(`${version}: ${id}: a changed token opens ${side}'s seat`);
      }
  });
  rmSync(home, { recursive: true });
}
if (!opened) wrong("no seat was found in the museum");
console.log(`note: ${opened} seats opened`);
process.exit(bad);
