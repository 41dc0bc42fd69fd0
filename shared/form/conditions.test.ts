import { expect, test } from 'vitest'
import { unmeetableConditions } from './conditions.ts'
import type { Question } from './contract.ts'
import { formStateOf } from './form-state.ts'

const options = [
  { id: 'yes', name: 'Yes' },
  { id: 'no', name: 'No' },
]
const question = (id: string, fields: Partial<Question> = {}) => ({
  id,
  datatype: 'string' as const,
  active: true,
  ...fields,
})
const after = (id: string, ...chosen: string[]) => ({ showIf: { question: id, options: chosen } })
const sections = [
  {
    questions: [
      question('broken', { datatype: 'choice', options }),
      question('where', { datatype: 'choices', options, ...after('broken', 'yes') }),
    ],
  },
  { questions: [question('why', after('where', 'yes')), question('always')] },
]
const hiddenAfter = (answers: Record<string, string>) => [
  ...formStateOf(
    sections,
    Object.entries(answers).map(([questionId, value]) => ({ questionId, value })),
    { now: '2026-11-28T10:00:00.000Z' },
  ).hidden,
]

test('hides a question until the one it depends on has one of its options as an answer [SU02]', () => {
  expect(hiddenAfter({})).toEqual(['where', 'why'])
  expect(hiddenAfter({ broken: 'no' })).toEqual(['where', 'why'])
  expect(hiddenAfter({ broken: 'yes' })).toEqual(['why'])
  expect(hiddenAfter({ broken: 'yes', where: 'no' })).toEqual(['why'])
  expect(hiddenAfter({ broken: 'yes', where: 'no yes' })).toEqual([])
})

test('hides what depends on a hidden question, whose earlier answer no longer counts [SU02]', () => {
  expect(hiddenAfter({ broken: 'no', where: 'yes', why: 'Fell' })).toEqual(['where', 'why'])
})

test('finds conditions that no answer can meet: unknown or later questions, and missing options [FO01]', () => {
  const idsOf = (...questions: ReturnType<typeof question>[]) =>
    unmeetableConditions([{ questions }]).map(({ id }) => id)
  const choice = question('choice', { datatype: 'choice', options })
  expect(unmeetableConditions(sections)).toEqual([])
  expect(idsOf(choice, question('one', after('choice', 'yes', 'gone')))).toEqual([])
  expect(idsOf(question('one', after('choice', 'yes')), choice)).toEqual(['one'])
  expect(idsOf(choice, question('one', after('choice', 'gone')), question('two', after('choice')))).toEqual([
    'one',
    'two',
  ])
  expect(idsOf(question('text', { options }), question('one', after('text', 'yes')))).toEqual(['one'])
  expect(idsOf(question('self', { datatype: 'choice', options, ...after('self', 'yes') }))).toEqual(['self'])
})

test('lets an inactive question decide only about inactive ones [FO01]', () => {
  const idsOf = (decides: boolean, asked: boolean) => {
    const choice = question('choice', { datatype: 'choice', options, active: decides })
    const dependent = question('one', { ...after('choice', 'yes'), active: asked })
    return unmeetableConditions([{ questions: [choice, dependent] }]).map(({ id }) => id)
  }
  expect([idsOf(true, true), idsOf(true, false), idsOf(false, false)]).toEqual([[], [], []])
  expect(idsOf(false, true)).toEqual(['one'])
})
