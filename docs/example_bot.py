#!/usr/bin/env python3
"""A bot for salient that plays rated games at random: python3 example_bot.py URL TOKEN [GAME/SCENARIO [GAMES]]

Make its account on the server with POST /api/bots; the answer has the TOKEN. It accepts a rated seek of that
scenario, or offers one itself and waits; then it plays over the WebSocket. Put your own choice into choose().
"""
import base64, json, os, random, socket, ssl, struct, sys, time, urllib.error, urllib.parse, urllib.request

URL, TOKEN = sys.argv[1].rstrip("/"), sys.argv[2]
GAME, SCENARIO = (sys.argv[3] if len(sys.argv) > 3 else "nullgame/lesson").split("/")
GAMES = int(sys.argv[4]) if len(sys.argv) > 4 else 1
CLOCK = {"bank": 3600, "increment": 30, "timeout": "lose"}


def choose(prompt, actions):
    """The whole mind of this bot: `actions` is what the rules allow now (contract 5)."""
    return random.choice(actions)["id"]


def at(path, node):
    """Of several nodes of a server, each has games of its own: one that has not got a game names the one that has."""
    return path + ("?node=" + node if node else "")


def api(path, body=None, node=""):
    head = {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(URL + at(path, node), data, head)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as e:
        if e.code != 421:
            raise
        time.sleep(0.1)
        return api(path, body, json.load(e)["error"]["node"])


class Line:
    """A WebSocket, as much of it as is needed here."""

    def __init__(self, node=""):
        u = urllib.parse.urlparse(URL)
        self.s = socket.create_connection((u.hostname, u.port or (443 if u.scheme == "https" else 80)))
        if u.scheme == "https":
            self.s = ssl.create_default_context().wrap_socket(self.s, server_hostname=u.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        self.s.sendall((f"GET {at('/ws', node)} HTTP/1.1\r\nHost: {u.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: salient={TOKEN}\r\n\r\n").encode())
        self.f = self.s.makefile("rb")
        if b"101" not in self.f.readline():
            raise SystemExit("the server does not open a line")
        while self.f.readline() != b"\r\n":
            pass

    def send(self, doc, kind=1):
        data = json.dumps(doc).encode() if kind == 1 else doc
        size = bytes([128 | len(data)]) if len(data) < 126 else struct.pack(">BH", 254, len(data))
        mask = os.urandom(4)
        self.s.sendall(bytes([128 | kind]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def read(self):
        text = b""
        while True:
            head, size = self.f.read(2)
            if size > 125:
                size = int.from_bytes(self.f.read(2 if size == 126 else 8), "big")
            data = self.f.read(size)
            if head & 15 == 9:
                self.send(data, 10)
            elif head & 15 == 8:
                raise SystemExit("the server closed the line")
            elif head & 15 < 3:
                text += data
                if head & 128:
                    return json.loads(text)


def find_game():
    """The game that a seek has become: somebody else's, or one's own once it is accepted."""
    for k in api("/api/seeks")["seeks"]:
        if k["rated"] and not k["yours"] and (k["game"], k["scenario"]) == (GAME, SCENARIO):
            return api(f"/api/seeks/{k['id']}/accept", {})["id"]
    seek = api("/api/seeks", {"game": GAME, "scenario": SCENARIO, "clock": CLOCK, "rated": True})["id"]
    while True:
        own = [k for k in api("/api/seeks")["seeks"] if k["id"] == seek]
        if own and "made" in own[0]:
            return own[0]["made"]
        time.sleep(1)


def play(game):
    line = Line()
    line.send({"cmd": "join", "game": game})
    seq, over = 0, False
    while not over:
        m = line.read()
        if m.get("error", {}).get("code") == "elsewhere":
            time.sleep(0.1)
            line = Line(m["error"]["node"])
            line.send({"cmd": "join", "game": game})
            continue
        seq = m.get("seq", seq)
        over = m.get("over") is True or m.get("push") == "over"
        if m.get("actions"):
            line.send({"cmd": "do", "action": choose(m["prompt"], m["actions"]), "seq": seq})
        elif not over and "actions" not in m:  # something has happened, or what was sent is done
            line.send({"cmd": "actions"})
    return api(f"/api/games/{game}")


for _ in range(GAMES):
    end = play(find_game())
    print(end["id"], end["ended"]["how"], json.dumps(end.get("rated")), flush=True)
