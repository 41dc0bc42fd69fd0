import type { Palette } from './art.ts'

export const [width, height] = [1200, 800]

const hills = (palette: Palette) =>
  sky(palette, 880, 210) + layers(palette, (x, layer) => wave({ x, y: 260 + layer * 90 }, 46, layer))

/** Landscapes of 1200 by 800. */
export const landscapes = {
  hills,
  peaks: (palette: Palette) =>
    sky(palette, 300, 190) + layers(palette, (x, layer) => zigzag(x, 250 + layer * 120, 190 - layer * 45, layer)),
  sea: (palette: Palette) =>
    sky(palette, 600, 300) + layers(palette, (x, layer) => wave({ x: x * 3, y: 40 + layer * 95 }, 10, layer, 420)),
  field: (palette: Palette) =>
    sky(palette, 930, 230) + layers(palette, (x, layer) => wave({ x, y: 330 + layer * 40 }, 30, layer)) + rows(palette),
} as const satisfies Record<string, (palette: Palette) => string>

export function sky({ pale }: Palette, x: number, y: number): string {
  return `<rect width="${width}" height="${height}" fill="url(#back)"/><circle cx="${x}" cy="${y}" r="84" fill="${pale}" opacity=".95"/>`
}

type Point = { x: number; y: number }

export const wave = ({ x, y }: Point, swing: number, layer: number, base = 160) =>
  base + y + Math.sin(x / 140 + layer * 1.9) * swing + Math.sin(x / 53 + layer) * swing * 0.28

function zigzag(x: number, y: number, swing: number, layer: number): number {
  const place = (x / 300 + layer * 0.37) % 1
  return 160 + y - Math.abs(place - 0.5) * -2 * swing
}

/** Four silhouettes; the nearer ones are darker. */
export function layers({ mid, deep }: Palette, heightAt: (x: number, layer: number) => number): string {
  return [0, 1, 2, 3]
    .map((layer) => {
      const points = Array.from({ length: 61 }, (_, i) => `${i * 20} ${heightAt(i * 20, layer).toFixed(0)}`)
      return `<path d="M0 ${height}L${points.join('L')}L${width} ${height}Z" fill="${layer < 2 ? mid : deep}" opacity="${0.4 + layer * 0.18}"/>`
    })
    .join('')
}

function rows({ pale }: Palette): string {
  return Array.from(
    { length: 15 },
    (_, i) => `<path d="M600 520 ${i * 130 - 310} 800" stroke="${pale}" stroke-width="5" opacity=".35"/>`,
  ).join('')
}
