// What a battle leaves on the ground, so that one sees it without reading: wrecks, fires, smoke.
// Each is drawn about (0,0) for a hex of radius 100. The pictures stand still.
import { symbols } from '../look';

type Ctx = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
const FIGURES = '"Barlow Condensed", "Roboto Condensed", "Arial Narrow", sans-serif';
const HULL = { plate: '#8b867a', edge: '#3b3831', scorch: '#4a463d', ink: '#1d1b17' };

// A burnt-out hull on a grey plate, with its word.
export function drawWreck(c: Ctx): void {
  const [lines, solid] = symbols.tank.map(d => new Path2D(d));
  c.save();
  c.fillStyle = 'rgba(26,20,8,.3)';
  c.beginPath();
  c.roundRect(-45, -43, 96, 96, 7);
  c.fill();
  c.fillStyle = HULL.plate;
  c.strokeStyle = HULL.edge;
  c.lineWidth = 2.4;
  c.beginPath();
  c.roundRect(-48, -48, 96, 96, 7);
  c.fill();
  c.stroke();
  c.save();
  c.translate(0, -12);
  c.rotate(0.85);
  c.scale(0.98, 0.98);
  c.translate(-50, -34);
  c.fillStyle = HULL.scorch;
  c.strokeStyle = HULL.ink;
  c.lineWidth = 3;
  c.fill(lines);
  c.stroke(lines);
  c.fillStyle = HULL.ink;
  c.fill(solid);
  c.restore();
  c.fillStyle = HULL.ink;
  c.textAlign = 'center';
  c.font = `700 23px ${FIGURES}`;
  c.fillText('WRECK', 0, 40);
  c.restore();
}

// Tongues of fire: the outer one red, the inner one yellow.
export function drawFlame(c: Ctx): void {
  const left = 'M0 30C-26 30 -30 6 -16 -10C-12 -2 -8 -2 -6 -8C-8 -24 2 -34 8 -40',
    tongue = `${left}C8 -26 24 -14 24 6C24 22 14 30 0 30Z`;
  c.save();
  c.lineJoin = 'round';
  c.strokeStyle = '#fff7e6';
  c.lineWidth = 4;
  c.fillStyle = '#d8431c';
  const outer = new Path2D(tongue);
  c.stroke(outer);
  c.fill(outer);
  c.translate(1, 12);
  c.scale(0.56, 0.56);
  c.fillStyle = '#ffc13b';
  c.fill(new Path2D(tongue));
  c.restore();
}

// Puffs one behind the other, lighter with the distance: [x, y, radius, how dense].
type Puff = [number, number, number, number];
const PLUME: Puff[] = [
  [14, -34, 16, 0.42],
  [30, -58, 22, 0.34],
  [50, -84, 28, 0.26],
  [76, -112, 35, 0.18],
  [106, -142, 42, 0.1],
];
const CLOUD: Puff[] = [
  [-34, 16, 36, 0.6],
  [32, 20, 38, 0.6],
  [-4, -20, 42, 0.62],
  [-44, -22, 28, 0.5],
  [44, -24, 30, 0.5],
  [2, 34, 34, 0.55],
];
function puffs(c: Ctx, list: Puff[], rgb: string): void {
  c.save();
  for (const [x, y, r, dense] of list) {
    const g = c.createRadialGradient(x, y, 0, x, y, r);
    g.addColorStop(0, `rgba(${rgb},${dense})`);
    g.addColorStop(0.6, `rgba(${rgb},${dense * 0.75})`);
    g.addColorStop(1, `rgba(${rgb},0)`);
    c.fillStyle = g;
    c.beginPath();
    c.arc(x, y, r, 0, 6.2832);
    c.fill();
  }
  c.restore();
}
export const drawPlume = (c: Ctx): void => puffs(c, PLUME, '48,44,40');
export const drawCloud = (c: Ctx): void => puffs(c, CLOUD, '138,138,134');

export const SCENERY = ['wreck', 'burning', 'blaze', 'smoke'];
