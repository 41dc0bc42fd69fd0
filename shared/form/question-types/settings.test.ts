import { expect, test } from 'vitest'
import { validationMessage } from '#shared/core/i18n/validation-text.ts'
import { SectionInput } from '#shared/form/contract.ts'
import { maxOptions } from './options.ts'

const read = (...questions: object[]) => SectionInput.safeParse({ questions })
const issuesOf = (question: object) =>
  read(question).error?.issues.map(({ path, message }) => [path.slice(2).join('.'), message]) ?? []
const named = (names: string[]) => names.map((name, place) => ({ id: `o${place}`, name }))

test('requires options with names and ids of their own [FO01]', () => {
  const choice = { datatype: 'choice' }
  expect(issuesOf(choice)).toEqual([['options', 'Please add an option']])
  expect(issuesOf({ ...choice, options: named(['Red', 'Green']) })).toEqual([])
  expect(issuesOf({ ...choice, options: named(['Red', ' ', 'Red']) })).toEqual([
    ['options.1.name', 'Please fill in the name'],
    ['options.2.name', 'Every option needs a name of its own'],
  ])
  const sameIds = [
    { id: 'a', name: 'Red' },
    { id: 'a', name: 'Green' },
  ]
  expect(issuesOf({ ...choice, options: sameIds })).toEqual([['options.1.id', 'Every option needs an id of its own']])
  for (const id of ['', 'a b', 'a,b', 'ж', 'x'.repeat(41)]) {
    expect(issuesOf({ ...choice, options: [{ id, name: 'Red' }] })[0]?.[0]).toBe('options.0.id')
  }
})

test('limits the options to 200, and the ids of several choices to what fits in an answer [FO01]', () => {
  const many = (count: number, id = 'o') =>
    Array.from({ length: count }, (_, n) => ({ id: `${id}${n}`, name: `N ${n}` }))
  expect(issuesOf({ datatype: 'choices', options: many(maxOptions) })).toEqual([])
  expect(issuesOf({ datatype: 'choices', options: many(maxOptions + 1) })[0]?.[0]).toBe('options')
  const long = many(100, 'a-rather-long-identifier-')
  expect(issuesOf({ datatype: 'choice', options: long })).toEqual([])
  expect(issuesOf({ datatype: 'choices', options: long })).toEqual([
    ['options', 'The ids of all options together are too long'],
  ])
})

test('rejects bounds of a number in the wrong order, and bounds that are not exact [FO01]', () => {
  const number = { datatype: 'number' }
  expect(issuesOf({ ...number, min: 2, max: 2 })).toEqual([])
  expect(issuesOf({ ...number, min: 2, max: 1 })).toEqual([
    ['max', 'The largest number must not be below the smallest one'],
  ])
  const tooBig = 'Please enter a number between -10¹⁵ and 10¹⁵'
  expect(issuesOf({ ...number, min: -1e15, max: 1e15 })).toEqual([])
  expect(issuesOf({ ...number, max: 1e16 })).toEqual([['max', tooBig]])
  expect(issuesOf({ ...number, min: 1e16, max: -1e16 })).toEqual([
    ['min', tooBig],
    ['max', tooBig],
  ])
  expect(issuesOf({ ...number, min: '2' })[0]?.[0]).toBe('min')
})

test('says in Russian, too, why settings are rejected [FO01]', () => {
  const questions = [
    { datatype: 'choice' },
    { datatype: 'choice', options: named(['Red', 'Red']) },
    { datatype: 'choice', options: [named(['Red'])[0], named(['Green'])[0]] },
    {
      datatype: 'choices',
      options: named(Array(100).fill('x')).map((one, n) => ({ id: `${'x'.repeat(30)}${n}`, name: one.id })),
    },
    { datatype: 'number', min: 2, max: 1 },
    { datatype: 'number', max: 1e16 },
  ]
  for (const [, message] of questions.flatMap(issuesOf)) expect(validationMessage(message!, 'ruRU')).toMatch(/^[А-ЯЁ]/)
})

test('drops settings of other types, which remain when the type of a new question changes [FO01]', () => {
  const all = { options: named(['Red']), min: 1, max: 2, note: 'Read this' }
  const flags = { share: true, required: true, prefix: 'a', suffix: 'b' }
  const { questions } = read({ ...all, ...flags }, { ...all, ...flags, datatype: 'note' }).data!
  expect(questions[0]).toEqual({ name: '', datatype: 'string', active: true, ...flags })
  // A note is never required, shared or answered.
  const none = { share: false, required: false, prefix: '', suffix: '' }
  expect(questions[1]).toEqual({ name: '', datatype: 'note', active: true, note: 'Read this', ...none })
})
