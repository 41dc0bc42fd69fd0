/** The two characters of each key that is no letter, by its place on the keyboard. */
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

/** The character of a key on a United States keyboard, whatever the layout of the moment; undefined for other keys. */
export function usLetter({ code, shiftKey }: Pick<KeyboardEvent, 'code' | 'shiftKey'>): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return shiftKey ? letter : letter.toLowerCase()
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (digit) return shiftKey ? digits[Number(digit)] : digit
  return keys[code]?.[shiftKey ? 1 : 0] ?? /^Numpad(\d)$/.exec(code)?.[1]
}
