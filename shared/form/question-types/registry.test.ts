import { expect, test } from 'vitest'
import { languages } from '#shared/core/i18n/language.ts'
import { maxAnswerLength } from './question-type.ts'
import { answerProblems, datatypes, questionTypeOf, uniqueDatatypes } from './registry.ts'

test('names each type and explains each of its problems in every language [FO01]', () => {
  for (const language of languages) {
    const labels = datatypes.map((datatype) => questionTypeOf({ datatype }).label[language])
    expect(new Set(labels.filter(Boolean)).size).toBe(datatypes.length)
    for (const problem of Object.values(answerProblems)) expect(problem[language]).toContain('{{question}}')
  }
  for (const { code } of Object.values(answerProblems)) expect(code).toMatch(/^submission\./)
})

test('limits unique answers to what fits in their index, and all answers to what a call accepts [SU04]', () => {
  for (const datatype of uniqueDatatypes) expect(questionTypeOf({ datatype }).maxLength).toBeLessThanOrEqual(200)
  for (const datatype of datatypes) {
    expect(questionTypeOf({ datatype }).maxLength ?? maxAnswerLength).toBeLessThanOrEqual(maxAnswerLength)
  }
})
