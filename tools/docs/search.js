// search.js: finds rules and pages. The list PARTS is in parts.js, because a page opened from a disk may load scripts but no data.
"use strict";

// Every part that has all the words, the best first: a rule's own number, then titles, then text. A game's name counts as a word of its
// rules, so "wb95 9.4" finds that rule alone.
function findParts(parts, asked, most) {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const found = [];
  for (const part of parts) {
    let score = 0;
    const title = part.t.toLowerCase(),
      page = part.p.toLowerCase(),
      text = part.x.toLowerCase(),
      rule = (part.r || "").toLowerCase();
    const all = words.every((word) => {
      if (rule === word) score += 100;
      else if (rule && rule.startsWith(word)) score += 20;
      else if (title.includes(word)) score += 10;
      else if (page.includes(word) || part.u.includes(word)) score += 4;
      else if (text.includes(word)) score += 1;
      else return false;
      return true;
    });
    if (all) found.push([score, part]);
  }
  found.sort((a, b) => b[0] - a[0]); // stable: equals stay in the order of the pages
  return found.slice(0, most).map((f) => f[1]);
}

// The piece of a text around the first word that was asked for.
function excerpt(text, asked) {
  const word = asked.toLowerCase().split(/\s+/).filter(Boolean)[0] || "",
    at = Math.max(0, text.toLowerCase().indexOf(word) - 60);
  return (
    (at ? "… " : "") +
    text.slice(at, at + 220) +
    (text.length > at + 220 ? " …" : "")
  );
}

function showSearch(root) {
  const field = document.querySelector("#search"),
    list = document.querySelector("#found"),
    main = document.querySelector("main");
  function show() {
    const asked = field.value.trim(),
      found = findParts(PARTS, asked, 60);
    list.replaceChildren();
    list.hidden = !asked;
    main.hidden = !!asked;
    if (asked && !found.length)
      list.append(
        Object.assign(document.createElement("p"), {
          textContent: `Nothing has "${asked}" in it.`,
        }),
      );
    for (const part of found) {
      const row = document.createElement("a"),
        head = document.createElement("b"),
        where = document.createElement("span"),
        text = document.createElement("p");
      row.href = root + part.u + (part.a ? `#${part.a}` : "");
      head.textContent = (part.r ? `${part.r} ` : "") + (part.t || part.p);
      where.textContent = part.p;
      text.textContent = excerpt(part.x, asked);
      row.append(head, where, text);
      row.addEventListener("click", () => {
        field.value = "";
        show();
      });
      list.append(row);
    }
  }
  field.addEventListener("input", show);
  addEventListener("keydown", (e) => {
    if (e.key === "/" && document.activeElement !== field) {
      e.preventDefault();
      field.focus();
    } else if (e.key === "Escape" && field.value) {
      field.value = "";
      show();
    }
  });
}

if (typeof document !== "undefined")
  showSearch(document.documentElement.dataset.root);
