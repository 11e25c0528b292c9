// plot.mjs - ratios as bars on a logarithmic scale, each with a tick where it must at least reach.
const escape = (s) =>
  s.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);

export function plot(bars) {
  const left = 470,
    width = 420,
    step = 22,
    top = 34,
    height = top + bars.length * step + 24;
  const low = Math.floor(
    Math.log10(Math.min(0.1, ...bars.map((b) => Math.min(b.value, b.want)))),
  );
  const high = Math.ceil(
    Math.log10(Math.max(10, ...bars.map((b) => Math.max(b.value, b.want)))),
  );
  const x = (v) => left + ((Math.log10(v) - low) / (high - low)) * width;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + 70} ${height}" font-family="sans-serif" font-size="12">`,
    '<rect width="100%" height="100%" fill="#fbf8f0"/>',
    `<text x="${left}" y="16" fill="#333">ratio to the peer (log scale); the tick is what is wanted</text>`,
  ];
  for (let e = low; e <= high; e++)
    parts.push(
      `<path d="M${x(10 ** e)} ${top - 6}V${height - 20}" stroke="#ccc"/><text x="${x(10 ** e)}" y="${height - 6}" text-anchor="middle" fill="#666">${10 ** e}</text>`,
    );
  bars.forEach((b, i) => {
    const y = top + i * step,
      from = x(Math.min(1, b.value)),
      to = x(Math.max(1, b.value));
    parts.push(
      `<text x="${left - 8}" y="${y + 12}" text-anchor="end" fill="#222">${escape(b.label)}</text>`,
      `<rect x="${from}" y="${y + 2}" width="${Math.max(1, to - from)}" height="12" fill="${b.value >= b.want ? "#5a7a4a" : "#a8442e"}"/>`,
      `<path d="M${x(b.want)} ${y - 1}v18" stroke="#111" stroke-width="2"/>`,
      `<text x="${Math.max(to, x(b.want)) + 5}" y="${y + 12}" fill="#222">${b.value >= 10 ? Math.round(b.value) : b.value.toPrecision(2)}</text>`,
    );
  });
  return parts.join("\n") + "\n</svg>\n";
}
