"""compose.py SOURCE SALIENT: what can be said of compose.yaml without an engine. `./salient soak package` starts it."""

import os
import re
import subprocess
import sys

import yaml

source, salient = sys.argv[1:]
folder = os.path.join(source, "packaging/container")
wrong = []


def expect(holds, text):
    if not holds:
        wrong.append(text)


with open(os.path.join(folder, "compose.yaml"), encoding="utf-8") as file:
    compose = yaml.safe_load(file)
services = compose["services"]
nodes = [name for name, service in services.items() if service.get("command", [""])[0] == "serve"]
expect({"haproxy", "database"} < set(services), "there is no HAProxy or no database")
expect(len(nodes) == 2, f"{len(nodes)} nodes instead of two")

# every service is closed, begins again by itself, and is built from a file that is here
for name, service in services.items():
    expect(service.get("read_only") is True, f"{name} can write to its root")
    expect(service.get("cap_drop") == ["ALL"], f"{name} keeps capabilities")
    expect(service.get("security_opt") == ["no-new-privileges:true"], f"{name} may get privileges")
    expect(service.get("restart") == "unless-stopped", f"{name} stays down")
    build = service["build"]
    expect(os.path.samefile(os.path.join(folder, build["context"]), source), f"{name} is built from elsewhere")
    expect(os.path.isfile(os.path.join(source, build["dockerfile"])), f"{name}: no {build['dockerfile']}")
    for volume in service.get("volumes", []):
        place = volume.split(":")[0]
        if place.endswith(".cfg"):
            expect(os.path.isfile(os.path.join(folder, place)), f"{name} mounts {place}, which is not there")
        elif not place.startswith("."):
            expect(place in compose["volumes"], f"{name} mounts {place}, which is no volume")

# HAProxy alone is reached from outside; the database by its socket alone
for name, service in services.items():
    expect(("ports" in service) == (name == "haproxy"), f"{name}: ports")
expect(services["database"].get("network_mode") == "none", "the database has a network")

# the nodes: options that serve has, the address that HAProxy asks, the socket that the database makes
with open(os.path.join(source, "packaging/haproxy-nodes.cfg"), encoding="utf-8") as file:
    behind = re.findall(r"^  server \S+ (\S+)", file.read(), re.MULTILINE)
with open(os.path.join(folder, "database.sh"), encoding="utf-8") as file:
    socket = re.search(r"unix_socket_directories=(\S+)", file.read()).group(1)
page = subprocess.run([salient, "help", "serve"], capture_output=True, text=True, check=True).stdout
for name in nodes:
    words = services[name]["command"]
    for option in (word for word in words if word.startswith("--")):
        expect(re.search(rf"^  {option} ", page, re.MULTILINE), f"serve has no {option}")
    port, db = words[words.index("--port") + 1], words[words.index("--db") + 1]
    expect(f"127.0.0.1:{port}" in behind, f"HAProxy does not know {name}'s port {port}")
    expect(f"host={socket}&" in db, f"{name} looks for the database elsewhere")
    expect(f"socket:{socket}" in services[name]["volumes"], f"{name} does not see the database's socket")
    expect(services[name]["network_mode"] == "service:haproxy", f"{name} is not in HAProxy's network")
expect(f"socket:{socket}" in services["database"]["volumes"], "the database's socket is in no volume")

for text in wrong:
    print(text)
sys.exit(bool(wrong))
