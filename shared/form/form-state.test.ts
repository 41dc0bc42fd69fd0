import { expect, test } from 'vitest'
import { type ExpressionIssue, expressionIssues } from './expression-issues.ts'
import { formStateOf, type ReckonedQuestion } from './form-state.ts'

const at = '2026-11-28T10:00:00.000Z'
type Asked = ReckonedQuestion & { name: string; required: boolean }
const question = (key: string, fields: Partial<Asked> = {}): Asked => ({
  id: `id-${key}`,
  name: `Question ${key}`,
  key,
  datatype: 'string',
  required: false,
  ...fields,
})
const number = (key: string, fields: Partial<Asked> = {}) => question(key, { datatype: 'number', ...fields })
const stateOf = (questions: Asked[], answers: Record<string, string>) =>
  formStateOf(
    [{ questions }],
    Object.entries(answers).map(([key, value]) => ({ questionId: `id-${key}`, value })),
    { now: at },
  )
const faultsOf = (...questions: Asked[]) =>
  expressionIssues([{ questions }]).map(({ questionId, setting, fault, name }: ExpressionIssue) =>
    [questionId.slice(3), setting, fault, name].filter((part) => part !== undefined).join(' '),
  )

test('calculates values from answers and from each other, in any order of the questions [FO03]', () => {
  const questions = [
    number('total', { calculation: 'net * (1 + tax / 100)' }),
    number('net', { calculation: 'weight * price' }),
    number('weight'),
    number('price'),
    number('tax'),
    question('label', { calculation: "if(total > 100, 'large', 'small')" }),
    question('day', { datatype: 'date', calculation: 'today() + 1' }),
  ]
  const { calculated } = stateOf(questions, { weight: '10', price: '12.5', tax: '20' })
  expect(Object.fromEntries(calculated)).toEqual({
    'id-net': '125',
    'id-total': '150',
    'id-label': 'large',
    'id-day': '2026-11-29',
  })
  expect(stateOf(questions, { weight: '10' }).calculated.get('id-total')).toBe('')
})

test('leaves a result empty that is no answer of its type [FO03]', () => {
  const questions = [
    number('count', { calculation: "concat('x', 1)" }),
    question('day', { datatype: 'date', calculation: '1 + 1' }),
    number('huge', { calculation: 'pow(10, 30)' }),
  ]
  expect([...stateOf(questions, {}).calculated.values()]).toEqual(['', '', ''])
})

test('hides questions by an expression, whose answers and results then count as empty [FO03]', () => {
  const questions = [
    number('age'),
    question('school', { showIf: { expression: 'age < 18' } }),
    number('years', { showIf: { expression: 'age < 18' }, calculation: '18 - age' }),
    question('note', { showIf: { expression: "school != ''" } }),
    number('sum', { calculation: 'coalesce(years, 0) + 1' }),
  ]
  const adult = stateOf(questions, { age: '40', school: 'Hill', note: 'x' })
  expect([...adult.hidden]).toEqual(['id-school', 'id-years', 'id-note'])
  expect(Object.fromEntries(adult.calculated)).toEqual({ 'id-sum': '1' })
  const child = stateOf(questions, { age: '10', school: 'Hill' })
  expect([...child.hidden]).toEqual([])
  expect(child.calculated.get('id-sum')).toBe('9')
})

test('checks constraints of answers that are not empty, and requires by an expression [FO03]', () => {
  const end = question('end', { datatype: 'date', constraint: 'answer >= start', requiredIf: "start != ''" })
  const state = stateOf([question('start', { datatype: 'date' }), end], { start: '2026-11-20T10:00:00.000Z' })
  expect(['', '2026-11-19', '2026-11-20', '2026-11-21T00:00:00.000Z'].map((day) => state.isRejected(end, day))).toEqual(
    [false, true, false, false],
  )
  expect(state.isRequired(end)).toBe(true)
  expect(stateOf([end], {}).isRequired(end)).toBe(false)
})

test('finds circles, unknown and repeated variables, and answers outside of a constraint [FO03]', () => {
  expect(faultsOf(number('a', { calculation: 'b + 1' }), number('b', { calculation: 'a + 1' }))).toEqual([
    'a calculation cycle Question a, Question b',
  ])
  expect(faultsOf(number('a', { calculation: 'a + 1' }))).toEqual(['a calculation cycle Question a'])
  expect(
    faultsOf(question('a', { showIf: { expression: "b = 'x'" } }), question('b', { showIf: { expression: "a = ''" } })),
  ).toEqual(['a showIf cycle Question a, Question b'])
  expect(faultsOf(number('a', { constraint: 'answer > a and answer < lost' }))).toEqual([
    'a constraint unknownName lost',
  ])
  expect(faultsOf(number('a'), number('b', { calculation: 'answer + a' }))).toEqual(['b calculation noAnswer'])
  expect(faultsOf(number('a', { id: 'id-1' }), number('a', { id: 'id-2' }), number('not'))).toEqual([
    '2 key nameTaken a',
    'not key nameReserved not',
  ])
  expect(faultsOf(number('a', { requiredIf: 'a >' }))).toEqual(['a requiredIf syntax'])
})

test('limits all expressions of a form together [FO03]', () => {
  const long = Array.from({ length: 90 }, () => 'a').join(' + ')
  const many = Array.from({ length: 40 }, (_, place) => number(`b${place}`, { constraint: long }))
  expect(new Set(faultsOf(number('a'), ...many).map((one) => one.split(' ')[2]))).toEqual(new Set(['tooMany']))
})
