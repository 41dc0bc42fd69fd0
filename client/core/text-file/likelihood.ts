import { type Encoding, type LegacyEncoding, legacyEncodings } from './encodings.ts'
import { type CharacterProbability, type LetterModel, letterModel } from './letter-models.ts'

/** The probability of a character that no model expects, and of one that no text contains. */
const rare = 1e-5
const impossible = 1e-9

/** How much less likely (natural logarithm) a text is by what does not occur in words of any language. */
const penalties = {
  capitalInside: -5,
  signInside: -4,
  signBehindLetter: -3,
  scriptsMixed: -5,
  markAtStart: -5,
  accentsInRow: -2,
  mostlyAccents: -2,
  allCapitals: -1.5,
}

const signsInWords = /[’'ʼ·\u00ad\u200b-\u200d-]/u

/**
 * The logarithm of the probability of texts in an encoding: how usual their letters are in the language that fits best, and
 * whether their words look like words. Texts are decoded words with characters outside ASCII, each of them once.
 */
export function logLikelihood(texts: readonly string[], languages: readonly LetterModel[]): number {
  const models = languages.map(letterModel)
  const shape = texts.reduce((sum, text) => sum + shapeOf(text), 0)
  const characters = texts.flatMap((text) => [...text].filter((character) => character > '\x7f'))
  // A list of products mixes languages: names of other languages with the same script are to be expected.
  const others = (character: string) => models.reduce((sum, model) => sum + model(character), 0) / models.length
  const ofModel = (model: CharacterProbability) =>
    characters.reduce((sum, one) => sum + Math.log(probability(one, model, others)), 0)
  return shape + Math.max(...models.map(ofModel))
}

export const languagesOf = (encoding: Encoding): readonly LetterModel[] =>
  encoding in legacyEncodings
    ? legacyEncodings[encoding as LegacyEncoding].languages
    : [...new Set(Object.values(legacyEncodings).flatMap(({ languages }) => languages as readonly LetterModel[]))]

function probability(character: string, model: CharacterProbability, others: CharacterProbability): number {
  if (/[\p{Cc}\p{Co}\p{Cn}\ufffd]/u.test(character)) return impossible
  return 0.7 * model(character) + 0.3 * others(character) + rare
}

function shapeOf(text: string): number {
  let sum = 0
  const characters = [...text]
  for (const [at, character] of characters.entries()) {
    const before = characters[at - 1] ?? ' '
    if (isLetter(before) && isLetter(character)) sum += pairPenalty(before, character)
    // The second bytes of East Asian characters are such signs.
    if (/[[\]{}\\|^`~]/.test(character) && before > '\x7f') sum += penalties.signBehindLetter
    if (character <= '\x7f') continue
    const after = characters[at + 1] ?? ' '
    if (/\p{M}/u.test(character) && !isLetter(before)) sum += penalties.markAtStart
    const isSign = !isLetter(character) && !/\p{N}/u.test(character) && !signsInWords.test(character)
    if (isSign && isLetter(before) && isLetter(after)) sum += penalties.signInside
    if (isAccented(character) && isAccented(before) && isAccented(characters[at - 2] ?? ' '))
      sum += penalties.accentsInRow
  }
  for (const [word] of text.matchAll(/[\p{L}\p{M}]{2,}/gu)) {
    const [letters, accents] = [[...word].length, [...word].filter(isAccented).length]
    if (letters > 3) sum += Math.max(0, accents - letters / 2) * penalties.mostlyAccents
    if ([...word].some((letter) => letter > '\x7f') && word !== word.toLowerCase() && word === word.toUpperCase())
      sum += penalties.allCapitals
  }
  return sum
}

const isLetter = (character: string) => /[\p{L}\p{M}]/u.test(character)
const isAccented = (character: string) => character > '\x7f' && /\p{Script=Latin}/u.test(character)

function pairPenalty(before: string, character: string): number {
  if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(character))
    return before > '\x7f' || character > '\x7f' ? penalties.capitalInside : 0
  return scriptOf(before) === scriptOf(character) ? 0 : penalties.scriptsMixed
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Thai}/u,
]
/** Characters of East Asia count as one script. */
const scriptOf = (character: string): number =>
  /\p{Script=Inherited}/u.test(character) ? -1 : scripts.findIndex((script) => script.test(character))
