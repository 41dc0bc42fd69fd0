import { defineText } from '#shared/core/i18n/define-text.ts'
import { fill } from '#shared/core/i18n/fill.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { type CodeDamage, wholeCodeLetters } from '#shared/verify/code/code.ts'

const texts = defineText({
  enUS: {
    short: 'Letters are missing: it has {{letters}} of {{whole}} letters and digits.',
    oneMissing: 'One letter is missing: it has {{letters}} of {{whole}} letters and digits.',
    long: 'It has too many letters: {{letters}} instead of {{whole}}.',
    oneMore: 'It has one letter too many: {{letters}} instead of {{whole}}.',
    doubled: 'It contains the code more than once.',
    letter: 'One character is wrong: codes are made of digits and Latin letters, and never have a U.',
  },
  ruRU: {
    short: 'Не хватает знаков: их {{letters}}, а должно быть {{whole}}.',
    oneMissing: 'Не хватает одного знака: их {{letters}}, а должно быть {{whole}}.',
    long: 'Знаков слишком много: их {{letters}}, а должно быть {{whole}}.',
    oneMore: 'Один знак лишний: их {{letters}}, а должно быть {{whole}}.',
    doubled: 'Код повторяется в ней несколько раз.',
    letter: 'Один знак неверен: в коде только цифры и латинские буквы, буквы U не бывает.',
  },
})

/** What is wrong with a damaged code. */
export function damageText({ kind, letters }: CodeDamage, language: Language): string {
  const isOne = Math.abs(letters - wholeCodeLetters) === 1
  const key = isOne && kind === 'short' ? 'oneMissing' : isOne && kind === 'long' ? 'oneMore' : kind
  return fill(texts[language][key], { letters: String(letters), whole: String(wholeCodeLetters) })
}
