/** The characters of the keys in the order of a US keyboard, row by row. */
const keys = "qwertyuiop[]asdfghjkl;'zxcvbnm,./"
const shifted = 'QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?'

type Layout = {
  /** A character that only this layout explains. */
  sign: RegExp
  plain: string
  /** Absent if capital letters are Latin, or no other keys. */
  capital?: string
  digits?: string
}

/**
 * Layouts that turn the keys of a scanner into other characters. A scanner presses the keys of a US keyboard, and people who
 * copy a code press the keys whose letters they see.
 */
const layouts: readonly Layout[] = [
  // Ukrainian, then Russian: the other Cyrillic layouts differ from them in letters that no code has.
  {
    sign: /[іїєґ]/i,
    plain: 'йцукенгшщзхїфівапролджєячсмитьбю.',
    capital: 'ЙЦУКЕНГШЩЗХЇФІВАПРОЛДЖЄЯЧСМИТЬБЮ,',
  },
  {
    sign: /[а-я]/i,
    plain: 'йцукенгшщзхъфывапролджэячсмитьбю.',
    capital: 'ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,',
  },
  { sign: /[α-ω]/i, plain: ";ςερτυθιοπ[]ασδφγηξκλ΄'ζχψωβνμ,./", capital: ':ςΕΡΤΥΘΙΟΠ{}ΑΣΔΦΓΗΞΚΛ¨"ΖΧΨΩΒΝΜ<>?' },
  { sign: /[א-ת]/, plain: "/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ." },
  // French: digits need the shift key, and M is beside L.
  {
    sign: /[éèçà]/,
    plain: 'azertyuiop^$qsdfghjklmùwxcvbn,;:!',
    capital: 'AZERTYUIOP¨£QSDFGHJKLM%WXCVBN?./§',
    digits: 'à&é"\'(-è_ç',
  },
  // German: recognised by the link, because Y and Z are both letters of codes.
  { sign: /ö--/i, plain: 'qwertzuiopü+asdfghjklöäyxcvbnm,.-', capital: 'QWERTZUIOPÜ*ASDFGHJKLÖÄYXCVBNM;:_' },
]

/** The text as a US keyboard types it, if it was typed with another layout. */
export function typedOnUsKeyboard(text: string): string | undefined {
  const layout = layouts.find(({ sign }) => sign.test(text))
  if (!layout) return undefined
  const { plain, capital = '', digits = '' } = layout
  return Array.from(text, (letter) => {
    const digit = digits.indexOf(letter)
    if (digit >= 0) return String(digit)
    const key = plain.indexOf(letter)
    if (key >= 0) return keys[key]!
    const big = capital.indexOf(letter)
    return big >= 0 ? shifted[big]! : letter
  }).join('')
}

/** The letters as a German keyboard types them: Y and Z have each other's place, and both are letters of codes. */
export const withSwappedYZ = (letters: string): string =>
  letters.replace(/[YZ]/g, (letter) => (letter === 'Y' ? 'Z' : 'Y'))
