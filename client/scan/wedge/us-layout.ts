/** The two characters of each key that is not a letter, by key code. */
const keys: Readonly<Record<string, string>> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
}
const digits = ')!@#$%^&*('

/** The character of a key in the US layout, whatever the current layout; undefined for other keys. */
export function usLetter({ code, shiftKey }: Pick<KeyboardEvent, 'code' | 'shiftKey'>): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return shiftKey ? letter : letter.toLowerCase()
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (digit) return shiftKey ? digits[Number(digit)] : digit
  return keys[code]?.[shiftKey ? 1 : 0] ?? /^Numpad(\d)$/.exec(code)?.[1]
}
