type Shades = { light: string; dark: string; bnw: string }
export const byTheme = ({ light, dark, bnw }: Shades) => ({ value: { _light: light, _dark: dark, _bnw: bnw } })

/** A color with its eight uses. `ink` is the readable tone on the page, `tint` the background of a chip. */
function palette(ink: Omit<Shades, 'bnw'>, tint: Omit<Shades, 'bnw'>, line: Omit<Shades, 'bnw'>) {
  return {
    solid: byTheme({ ...ink, bnw: '#000' }),
    contrast: byTheme({ light: '#fffdf8', dark: '#0e1311', bnw: '#fff' }),
    fg: byTheme({ ...ink, bnw: '#000' }),
    subtle: byTheme({ ...tint, bnw: '#fff' }),
    muted: byTheme({ ...line, bnw: '#ddd' }),
    emphasized: byTheme({ ...line, bnw: '#bbb' }),
    border: byTheme({ ...line, bnw: '#000' }),
    focusRing: byTheme({ ...ink, bnw: '#000' }),
  }
}
type Use = keyof ReturnType<typeof palette>

export const palettes = {
  green: palette(
    { light: '#1d6349', dark: '#86cfab' },
    { light: '#e3ede2', dark: '#1a2d25' },
    { light: '#b9d2c0', dark: '#2d5242' },
  ),
  orange: palette(
    { light: '#7d5310', dark: '#e0b566' },
    { light: '#f6ead0', dark: '#30270f' },
    { light: '#dfc894', dark: '#5b4a1f' },
  ),
  red: palette(
    { light: '#8b2d2a', dark: '#ee9a92' },
    { light: '#f7e4df', dark: '#361a18' },
    { light: '#e2b8b0', dark: '#66332f' },
  ),
  blue: palette(
    { light: '#2c4f73', dark: '#9fc3e6' },
    { light: '#e3eaf0', dark: '#18242f' },
    { light: '#b6c8d8', dark: '#30485e' },
  ),
  gray: palette(
    { light: '#3c4741', dark: '#cfd2c8' },
    { light: '#ebe7dc', dark: '#212a26' },
    { light: '#dcd6c8', dark: '#333f3a' },
  ),
}

/** A palette that refers to another one until the user chooses: `colors.primary.solid` is `colors.green.solid`. */
export function paletteAlias(name: keyof typeof palettes): Record<Use, { value: string }> {
  const uses = Object.keys(palettes[name]) as Use[]
  return Object.fromEntries(uses.map((use) => [use, { value: `{colors.${name}.${use}}` }])) as ReturnType<
    typeof paletteAlias
  >
}
