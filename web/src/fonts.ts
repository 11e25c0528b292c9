// The typefaces that are drawn with on canvases. A worker has none of the page's: it loads its own.
import { asset } from './asset';

export interface Font {
  family: string;
  url: string;
  weight: string;
  style: string;
}

const font = (family: string, weight: string, style = 'normal'): Font => ({
  family,
  weight,
  style,
  url: asset(`fonts/${family.toLowerCase().replace(/ /g, '-')}-latin-${weight}-${style}.woff2`),
});
export const groundFonts = [
  font('Barlow Condensed', '500'),
  font('Barlow Condensed', '600'),
  font('Barlow Condensed', '700'),
  font('Alegreya', '700', 'italic'),
  font('Alegreya', '700'),
];
export const artistFonts = [
  font('Barlow Condensed', '600'),
  font('Barlow Condensed', '700'),
  font('Alegreya Sans', '500'),
  font('Alegreya Sans', '800'),
  font('Alegreya Sans', '700', 'italic'),
];

export async function loadFonts(fonts: Font[]): Promise<void> {
  const set = (self as unknown as { fonts?: FontFaceSet }).fonts;
  if (set)
    await Promise.allSettled(
      fonts.map(async f => {
        const face = new FontFace(f.family, `url(${f.url})`, { weight: f.weight, style: f.style });
        await face.load();
        set.add(face);
      }),
    );
}
