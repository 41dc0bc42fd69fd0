/**
 * The symbol characters of Code 128 in the order of their values (ISO/IEC 15417): the widths of bars and spaces in modules,
 * beginning with a bar. The last one ends a symbol.
 */
const widths = `
  212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
  123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
  232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
  313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
  111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
  111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
  114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112
`
  .trim()
  .split(/\s+/)

const [fnc1, startB, startC, stop] = [102, 104, 105, 106]

/** Modules that stay empty on both sides. */
export const quietZone = 10

/** The bars of a symbol: the place of each from the left, and its width, in modules. */
export type Barcode = { modules: number; bars: readonly { at: number; width: number }[] }

/** The values of the start character and of what follows, with the check character and the end. */
function symbolOf(values: readonly number[]): Barcode {
  const check = values.reduce((sum, value, place) => sum + value * Math.max(1, place), 0) % 103
  const bars: { at: number; width: number }[] = []
  let at = 0
  for (const value of [...values, check, stop]) {
    for (const [place, digit] of [...widths[value]!].entries()) {
      const width = Number(digit)
      if (place % 2 === 0) bars.push({ at, width })
      at += width
    }
  }
  return { modules: at, bars }
}

/** GS1-128: an even number of digits, with FNC1 in front, in pairs. */
export const gs1Barcode = (digits: string): Barcode => symbolOf([startC, fnc1, ...digits.match(/\d\d/g)!.map(Number)])

/** Code 128 without GS1: letters, digits and signs of ASCII. */
export const plainBarcode = (text: string): Barcode =>
  symbolOf([startB, ...Array.from(text, (letter) => letter.charCodeAt(0) - 32)])
