type Rgb = [red: number, green: number, blue: number]

/** The colors of the layers, from the variables of the theme. WebGL needs numbers. */
export function mapColors() {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => rgb(style.getPropertyValue(`--chakra-colors-${name}`))
  return {
    land: read('bg-muted'),
    border: read('border-emphasized'),
    marker: read('primary-solid'),
    contrast: read('primary-contrast'),
    ink: read('fg'),
    /** By the level of the share of suspicious scans. */
    levels: levelTokens.map((token) => read(token.replace('.', '-'))),
  }
}

/** The tokens of the levels of the share of suspicious scans, each darker than the one before. */
export const levelTokens = ['gray.muted', 'gray.emphasized', 'red.border', 'red.solid'] as const

/** Reads `#rgb`, `#rrggbb` and `rgb(…)`. */
export function rgb(text: string): Rgb {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())?.[1]
  const parts = hex
    ? (hex.length === 3 ? [...hex].map((digit) => digit + digit) : hex.match(/../g)!).map((pair) =>
        Number.parseInt(pair, 16),
      )
    : (text.match(/[\d.]+/g) ?? []).map(Number)
  const [red = 128, green = 128, blue = 128] = parts
  return [red, green, blue]
}
