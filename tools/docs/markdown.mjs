// markdown.mjs: the little Markdown that our pages use, as HTML: headings, paragraphs, lists, tables, code, links and pictures.
// `link(target)` says where a link leads on the site, or null when what it names is not there. What is not understood stays text.
export const escape = (text) =>
  text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");

// A heading's or a rule's anchor.
export const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[`*]/g, "")
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^-|-$/g, "");

// Words without their marks, for titles and the search.
export const plain = (text) =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .trim();

// Code is taken out first, so that nothing in it is read as a mark.
function inline(text, link) {
  const kept = [],
    keep = (html) => `\u0000${kept.push(html) - 1}\u0000`;
  return escape(text.replace(/\u0000/g, ""))
    .replace(/`([^`]+)`/g, (_, code) => keep(`<code>${code}</code>`))
    .replace(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (_, words, target) => {
      const at = link(target);
      return at ? keep(`<img src="${at}" alt="${words}" loading="lazy">`) : "";
    })
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, words, target) => {
      const at = link(target);
      return at ? `${keep(`<a href="${at}">`)}${words}</a>` : words;
    })
    .replace(/\*\*([^*]+)\*\*/g, "<b>$1</b>")
    .replace(/(^|[\s(])\*([^*\s][^*]*)\*/g, "$1<i>$2</i>")
    .replace(/\u0000(\d+)\u0000/g, (_, n) => kept[n]);
}

const cells = (row) =>
  row
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

const item = /^( *)([-*]|\d+\.) +/,
  begins = /^(#{1,6} |```|\||( *)([-*]|\d+\.) )/;

// Lines into blocks: {kind, text, ..}. A block ends at an empty line, or where another kind begins.
function blocks(text) {
  const lines = text.split("\n"),
    found = [];
  for (let i = 0; i < lines.length;) {
    const line = lines[i];
    if (!line.trim()) i++;
    else if (line.startsWith("```")) {
      const end = lines.indexOf("```", i + 1),
        stop = end < 0 ? lines.length : end;
      found.push({ kind: "code", text: lines.slice(i + 1, stop).join("\n") });
      i = stop + 1;
    } else if (/^#{1,6} /.test(line)) {
      const level = line.indexOf(" ");
      found.push({ kind: "heading", level, text: line.slice(level + 1) });
      i++;
    } else if (line.startsWith("|")) {
      const rows = [];
      for (; lines[i]?.startsWith("|"); i++) rows.push(cells(lines[i]));
      found.push({ kind: "table", rows });
    } else if (item.test(line)) {
      const items = [];
      for (; lines[i]?.trim() && !/^(#|```|\|)/.test(lines[i]); i++)
        if (item.test(lines[i])) items.push(lines[i].replace(item, ""));
        else items.push(`${items.pop()} ${lines[i].trim()}`);
      found.push({ kind: /^ *\d/.test(line) ? "ol" : "ul", items });
    } else {
      const words = [line];
      for (i++; lines[i]?.trim() && !begins.test(lines[i]); i++)
        words.push(lines[i]);
      found.push({ kind: "text", text: words.join(" ") });
    }
  }
  return found;
}

function table({ rows }, link) {
  const [head, , ...body] = rows,
    row = (list, tag) =>
      `<tr>${list.map((c) => `<${tag}>${inline(c, link)}</${tag}>`).join("")}</tr>`,
    top = head.some(Boolean) ? `<thead>${row(head, "th")}</thead>` : "";
  return `<div class="wide"><table>${top}<tbody>${body.map((r) => row(r, "td")).join("\n")}</tbody></table></div>`;
}

// A page as HTML, and its parts for the search: {anchor, title, text}. With `rules`, each
// paragraph that begins with `**ID Title.**` is a rule and a part.
export function page(text, link, rules) {
  const html = [],
    parts = [],
    used = new Set();
  const anchor = (words) => {
    let name = slug(words) || "part";
    while (used.has(name)) name += "-";
    used.add(name);
    return name;
  };
  for (const b of blocks(text)) {
    const rule =
      rules && b.kind === "text" && /^\*\*(\S+) (.+?)\.?\*\* /.exec(b.text);
    if (b.kind === "heading") {
      const id = anchor(b.text);
      parts.push({ anchor: id, title: plain(b.text), text: "" });
      html.push(
        `<h${b.level} id="${id}">${inline(b.text, link)} <a class="here" href="#${id}" aria-label="Link to this part">#</a></h${b.level}>`,
      );
      continue;
    }
    if (rule) {
      const [all, name, title] = rule,
        id = anchor(`r${name}`),
        words = b.text.slice(all.length);
      parts.push({ anchor: id, title, rule: name, text: plain(words) });
      html.push(
        `<p class="rule" id="${id}"><a class="id" href="#${id}">${escape(name)}</a> <b>${inline(title, link)}.</b> ${inline(words, link)}</p>`,
      );
      continue;
    }
    if (b.kind === "code")
      html.push(`<pre><code>${escape(b.text)}</code></pre>`);
    else if (b.kind === "table") html.push(table(b, link));
    else if (b.kind === "text") html.push(`<p>${inline(b.text, link)}</p>`);
    else
      html.push(
        `<${b.kind}>${b.items.map((t) => `<li>${inline(t, link)}</li>`).join("\n")}</${b.kind}>`,
      );
    const words = b.text ?? b.items?.join(" ") ?? b.rows.flat().join(" ");
    if (!parts.length) parts.push({ anchor: "", title: "", text: "" });
    const last = parts.at(-1);
    if (last.rule)
      parts.push({ anchor: last.anchor, title: "", text: plain(words) });
    else last.text = `${last.text} ${plain(words)}`.trim();
  }
  return { html: html.join("\n"), parts };
}
