import type { Palette } from './art.ts'
import { height, landscapes, layers, sky, wave, width } from './landscapes.ts'

/** Repeats a drawing, the farthest first. */
const each = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')
/** A number from 0 to 1 that is always the same for an index. */
const chance = (index: number, salt = 1) => Math.abs(Math.sin(index * 12.9898 + salt * 78.233) * 43758.5453) % 1
const ground = (fill: string, from: number) =>
  `<rect y="${from}" width="${width}" height="${height - from}" fill="${fill}"/>`

/** Places where goods come from, one for each brand of the demo data. */
export const places = {
  terraces: (palette: Palette) =>
    sky(palette, 880, 170) +
    layers(palette, (x, layer) => wave({ x, y: 150 + layer * 110 }, 60, layer)) +
    each(16, (i) => {
      const at = (x: number) => wave({ x, y: 330 + i * 30 }, 46 - i, 2).toFixed(0)
      const points = Array.from({ length: 31 }, (_, step) => `${step * 40} ${at(step * 40)}`).join('L')
      const stroke = i % 2 ? palette.mid : palette.soft
      return `<path d="M${points}" fill="none" stroke="${stroke}" stroke-width="${5 + i}" stroke-linecap="round" stroke-dasharray="${20 + i * 2} 7" opacity=".8"/>`
    }),

  grove: (palette: Palette) =>
    landscapes.hills(palette) +
    each(34, (i) => {
      const row = Math.floor(i / 9)
      const [x, y, size] = [(i % 9) * 150 + (row % 2) * 70 - 20, 500 + row * 85, 34 + row * 12]
      return `<ellipse cx="${x + size * 0.5}" cy="${y + size * 1.05}" rx="${size}" ry="8" fill="#000" opacity=".18"/>
        <path d="M${x - 5} ${y}l2 ${size}h8l-3-${size}Z" fill="${palette.deep}"/>
        <circle cx="${x}" cy="${y}" r="${size}" fill="${palette.deep}"/>
        <circle cx="${x - size * 0.25}" cy="${y - size * 0.25}" r="${size * 0.68}" fill="${palette.mid}" opacity=".75"/>`
    }),

  oasis: (palette: Palette) =>
    sky(palette, 300, 220) +
    layers(palette, (x, layer) => wave({ x: x * 0.7, y: 300 + layer * 70 }, 60, layer * 1.4)) +
    each(7, (i) => palm(90 + i * 175 + chance(i) * 60, 640 + chance(i, 2) * 90, 0.75 + chance(i, 3) * 0.5, palette)),

  taiga: (palette: Palette) =>
    sky(palette, 840, 190) +
    each(
      4,
      (layer) =>
        each(24, (i) => {
          const tall = 190 + layer * 45 + chance(i, layer + 1) * 110
          const [x, foot] = [i * 54 + chance(i, layer + 5) * 30 - 30, 520 + layer * 95]
          const side = tall * 0.2
          return `<path d="M${x} ${foot - tall}l${side} ${tall}h${-side * 2}Z" fill="${layer < 2 ? palette.mid : palette.deep}" opacity="${0.3 + layer * 0.22}"/>`
        }) +
        ground(layer < 2 ? palette.mid : palette.deep, 515 + layer * 95).replace(
          '/>',
          ` opacity="${0.25 + layer * 0.2}"/>`,
        ),
    ),

  hives: (palette: Palette) =>
    landscapes.peaks(palette) +
    ground(palette.mid, 560) +
    each(
      60,
      (i) =>
        `<circle cx="${chance(i) * width}" cy="${580 + chance(i, 2) * 210}" r="${4 + chance(i, 3) * 6}" fill="${i % 3 ? palette.pale : '#fff'}"/>`,
    ) +
    each(5, (i) => hive(150 + i * 220, 640 + (i % 2) * 50, palette)),

  saltpans: (palette: Palette) =>
    sky(palette, 620, 230) +
    ground(palette.mid, 330) +
    each(5, (row) =>
      each(6, (column) => {
        const [near, far] = [row + 1, row].map((at) => ({ y: 400 + at * 80, spread: 1 + at * 0.42 }))
        const x = (step: number, { spread }: { spread: number }) => 600 + (step - 3) * 190 * spread
        const fill = (row + column) % 3 === 0 ? '#fff' : (row + column) % 2 ? palette.soft : palette.pale
        return `<path d="M${x(column, far!)} ${far!.y}L${x(column + 1, far!)} ${far!.y}L${x(column + 1, near!)} ${near!.y}L${x(column, near!)} ${near!.y}Z" fill="${fill}" stroke="${palette.deep}" stroke-width="6" opacity=".9"/>`
      }),
    ) +
    each(
      6,
      (i) =>
        `<path d="M${60 + i * 210} ${700 + (i % 2) * 40}l70-90 70 90Z" fill="#fff"/><path d="M${130 + i * 210} ${610 + (i % 2) * 40}l70 90h-50Z" fill="${palette.soft}"/>`,
    ),

  harbor: (palette: Palette) =>
    sky(palette, 940, 170) +
    each(9, (i) =>
      house(
        { x: i * 136 - 20, foot: 560, wide: 130, tall: 210 + chance(i) * 150 },
        [palette.deep, palette.mid, '#a8452e', '#d9a441'][i % 4]!,
        palette,
      ),
    ) +
    ground(palette.deep, 560) +
    each(
      26,
      (i) =>
        `<rect x="${chance(i) * 1100}" y="${580 + chance(i, 2) * 200}" width="${60 + chance(i, 3) * 140}" height="5" rx="2" fill="${palette.soft}" opacity=".35"/>`,
    ) +
    `<path d="M420 650h300l-40 70H470Z" fill="${palette.pale}"/><path d="M560 640V380l130 230H575Z" fill="#fff"/><path d="M545 640V430L450 610Z" fill="${palette.soft}"/>`,

  movement: (palette: Palette) =>
    `<rect width="${width}" height="${height}" fill="url(#back)"/>` +
    gear({ x: 420, y: 400, radius: 230, teeth: 28 }, palette.mid, palette) +
    gear({ x: 770, y: 280, radius: 140, teeth: 18 }, palette.deep, palette) +
    gear({ x: 790, y: 560, radius: 150, teeth: 20 }, palette.mid, palette) +
    gear({ x: 1010, y: 430, radius: 90, teeth: 12 }, palette.deep, palette) +
    gear({ x: 150, y: 640, radius: 130, teeth: 16 }, palette.deep, palette) +
    each(3, (i) => `<circle cx="${[420, 770, 790][i]}" cy="${[400, 280, 560][i]}" r="18" fill="#b3243b"/>`),

  petals: (palette: Palette) =>
    `<rect width="${width}" height="${height}" fill="url(#back)"/>` +
    each(
      3,
      (flower) =>
        each(9, (i) => {
          const [x, y, size] = [
            [330, 300, 1.15],
            [880, 470, 1.4],
            [560, 690, 0.8],
          ][flower] as [number, number, number]
          return `<path transform="translate(${x} ${y}) rotate(${i * 40 + flower * 15}) scale(${size})" d="M0 0C70-60 70-180 0-230C-70-180-70-60 0 0Z" fill="${i % 2 ? palette.mid : palette.soft}" opacity=".72"/>`
        }) +
        `<circle cx="${[330, 880, 560][flower]}" cy="${[300, 470, 690][flower]}" r="${[36, 44, 26][flower]}" fill="${palette.deep}"/>`,
    ),

  kites: (palette: Palette) =>
    sky(palette, 210, 190) +
    each(5, (i) => cloud(120 + i * 260, 130 + chance(i) * 260, 0.7 + chance(i, 2) * 0.6)) +
    layers(palette, (x, layer) => wave({ x, y: 400 + layer * 50 }, 34, layer)) +
    each(4, (i) =>
      kite(240 + i * 250, 190 + chance(i, 4) * 190, ['#e2533c', palette.mid, palette.deep, '#3f9d6b'][i]!),
    ),
} as const satisfies Record<string, (palette: Palette) => string>

const palm = (x: number, y: number, size: number, { deep, mid }: Palette) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-8 0C2-90-6-180 10-250h12C8-170 20-80 12 0Z" fill="${deep}"/>${each(
    8,
    (i) =>
      `<path transform="translate(16 -250) rotate(${i * 45 - 10})" d="M0 0C40-46 110-40 140 10C100-14 50-8 0 0Z" fill="${i % 2 ? mid : deep}"/>`,
  )}<circle cx="8" cy="-236" r="12" fill="#7b3f14"/><circle cx="26" cy="-232" r="12" fill="#8e4a1a"/></g>`

const hive = (x: number, y: number, { deep, pale }: Palette) =>
  `<rect x="${x + 8}" y="${y + 92}" width="12" height="30" fill="${deep}"/><rect x="${x + 90}" y="${y + 92}" width="12" height="30" fill="${deep}"/>
   <rect x="${x}" y="${y}" width="110" height="46" rx="4" fill="${pale}"/><rect x="${x}" y="${y + 48}" width="110" height="46" rx="4" fill="#fff"/>
   <rect x="${x - 8}" y="${y - 14}" width="126" height="16" rx="4" fill="${deep}"/><rect x="${x + 38}" y="${y + 78}" width="34" height="8" rx="4" fill="${deep}"/>`

type House = { x: number; foot: number; wide: number; tall: number }

function house({ x, foot, wide, tall }: House, fill: string, { pale, soft }: Palette): string {
  const windows = each(6, (i) => {
    const [left, top] = [x + 22 + (i % 2) * 54, foot - tall + 30 + Math.floor(i / 2) * 62]
    return top > foot - 50
      ? ''
      : `<rect x="${left}" y="${top}" width="30" height="38" fill="${i % 3 ? pale : '#ffe9a8'}"/>`
  })
  return `<path d="M${x} ${foot}V${foot - tall}l${wide / 2}-70 ${wide / 2} 70V${foot}Z" fill="${fill}"/><path d="M${x} ${foot - tall}l${wide / 2}-70 ${wide / 2} 70Z" fill="#000" opacity=".22"/>${windows}<rect x="${x + 50}" y="${foot - 46}" width="30" height="46" fill="${soft}"/>`
}

type Gear = { x: number; y: number; radius: number; teeth: number }

function gear({ x, y, radius, teeth }: Gear, fill: string, { pale }: Palette): string {
  const tooth = each(
    teeth,
    (i) => `<rect x="-12" y="${-radius - 18}" width="24" height="40" rx="4" transform="rotate(${(i * 360) / teeth})"/>`,
  )
  const spokes = each(
    5,
    (i) => `<rect x="-9" y="${-radius * 0.75}" width="18" height="${radius * 0.75}" transform="rotate(${i * 72})"/>`,
  )
  return `<g transform="translate(${x} ${y})"><g fill="${fill}">${tooth}<circle r="${radius}"/></g><circle r="${radius * 0.74}" fill="${pale}" opacity=".85"/><g fill="${fill}">${spokes}<circle r="${radius * 0.22}"/></g><circle r="${radius * 0.9}" fill="none" stroke="#fff" stroke-width="3" opacity=".35"/></g>`
}

const cloud = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size})" fill="#fff" opacity=".85"><circle r="40"/><circle cx="50" cy="-18" r="52"/><circle cx="108" r="42"/><rect x="-10" width="130" height="42" rx="20"/></g>`

const kite = (x: number, y: number, fill: string) =>
  `<path d="M${x} ${y + 120}C${x + 90} ${y + 230} ${x - 60} ${y + 300} ${x + 60} ${y + 470}" fill="none" stroke="#fff" stroke-width="4" opacity=".8"/>
   <path d="M${x} ${y - 90}l80 90-80 120-80-120Z" fill="${fill}"/><path d="M${x} ${y - 90}l80 90H${x - 80}Z" fill="#fff" opacity=".35"/>
   <path d="M${x} ${y - 90}v210" stroke="#fff" stroke-width="4" opacity=".6"/>`
