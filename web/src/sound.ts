// Short and dry, and off unless asked for.
let ctx: AudioContext | null = null;
export function sound(kind: string): void {
  ctx ??= new AudioContext();
  const t = ctx.currentTime,
    g = ctx.createGain(),
    n = kind === 'dice' ? 3 : 1;
  g.connect(ctx.destination);
  for (let i = 0; i < n; i++) {
    const o = ctx.createOscillator();
    o.type = 'triangle';
    o.frequency.value = kind === 'no' ? 130 : kind === 'chat' ? 660 : 240 + 60 * i;
    o.connect(g);
    o.start(t + i * 0.06);
    o.stop(t + i * 0.06 + 0.035);
  }
  g.gain.setValueAtTime(0.08, t);
  g.gain.exponentialRampToValueAtTime(0.001, t + 0.06 * n + 0.05);
}
