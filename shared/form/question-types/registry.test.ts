import { expect, test } from 'vitest'
import { languages } from '#shared/core/i18n/language.ts'
import { Question } from '#shared/form/contract.ts'
import { answerProblem, answerText } from '#shared/submission/rules.ts'
import { questionExamples, questionsOfAllTypes } from './examples.fixture.ts'
import { maxAnswerLength } from './question-type.ts'
import { answerProblems, datatypes, questionTypeOf, uniqueDatatypes } from './registry.ts'

const id = '0193a000-0000-7000-8000-000000000001'
const questionOf = (datatype: (typeof datatypes)[number]) =>
  Question.parse({ id, sequence: 1, ...questionsOfAllTypes.find((question) => question.datatype === datatype)! })

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

test('shares a setting between types only with the same schema [FO01]', () => {
  const settings = datatypes.flatMap((datatype) => Object.entries(questionTypeOf({ datatype }).settings ?? {}))
  for (const [name, schema] of settings) expect(new Map(settings).get(name)).toBe(schema)
})

test.each(datatypes)('reads, accepts and shows the answers of a %s question [SU02]', (datatype) => {
  const question = questionOf(datatype)
  const { read = (typed) => typed } = questionTypeOf({ datatype })
  for (const { stored, typed = stored, shown } of questionExamples[datatype].answers) {
    expect(read(typed, 'ruRU')).toBe(stored)
    expect(read(stored, 'ruRU')).toBe(stored)
    expect(answerProblem(question, stored)).toBeUndefined()
    expect(answerText(question, stored, { date: (value) => value })).toBe(shown)
  }
})

test.each(datatypes)(
  'rejects what is no answer to a %s question, with its name, and accepts none [SU02]',
  (datatype) => {
    const question = questionOf(datatype)
    for (const wrong of questionExamples[datatype].wrong) {
      expect(answerProblem(question, wrong)?.body('enUS', '').message).toContain(question.name)
    }
    expect(answerProblem(question, '')).toBeUndefined()
    expect(answerText(question, '', { date: (value) => value })).toBe('')
  },
)
