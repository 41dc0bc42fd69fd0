type Rgb = [red: number, green: number, blue: number]

/**
 * How much red a marker has, by the level of its share of suspicious scans; the rest is the color of panels. The levels differ in
 * lightness, and each marker has an outline, so that they are read without color, too.
 */
const redOfLevels = [0, 0.25, 0.6, 1] as const
/** From this level on, the text on a marker has the color of text on solid red. */
const firstDarkLevel = 3

/** The color of a level, for style sheets. */
export const levelFill = (level: number): string =>
  `color-mix(in srgb, var(--chakra-colors-red-solid) ${redOfLevels[level]! * 100}%, var(--chakra-colors-bg-panel))`
export const levels = redOfLevels.map((_, level) => level)

/** The colors of the layers, from the variables of the theme. WebGL needs numbers. */
export function mapColors() {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => rgb(style.getPropertyValue(`--chakra-colors-${name}`))
  const [red, panel, ink, onRed] = [read('red-solid'), read('bg-panel'), read('fg'), read('red-contrast')]
  return {
    land: read('bg-muted'),
    border: read('border-emphasized'),
    marker: read('primary-solid'),
    contrast: read('primary-contrast'),
    ink,
    panel,
    levels: redOfLevels.map((share) => mixed(red, panel, share)),
    textOfLevels: levels.map((level) => (level < firstDarkLevel ? ink : onRed)),
  }
}

const mixed = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((part, at) => Math.round(part * share + other[at]! * (1 - share))) as Rgb

/** Reads `#rgb`, `#rrggbb` and `rgb(…)`. */
function rgb(text: string): Rgb {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())?.[1]
  const parts = hex
    ? (hex.length === 3 ? [...hex].map((digit) => digit + digit) : hex.match(/../g)!).map((pair) =>
        Number.parseInt(pair, 16),
      )
    : (text.match(/[\d.]+/g) ?? []).map(Number)
  const [red = 128, green = 128, blue = 128] = parts
  return [red, green, blue]
}
