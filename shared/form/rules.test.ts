import { expect, test } from 'vitest'
import { FormDraft } from './contract.ts'
import { completeStructure, defaultTitle, timelineOf } from './rules.ts'

let made = 0
const newId = () => `00000000-0000-7000-8000-${String(++made).padStart(12, '0')}`
const structure = (input: object) => completeStructure(FormDraft.parse(input), newId)

test('FO01 a form without a name, sections and questions without titles get the default ones', () => {
  const { name, sections } = structure({ sections: [{ questions: [{}, { name: ' ' }] }, { name: 'Packing' }, {}] })
  expect(name).toBe('Form Title')
  expect(sections.map((section) => section.name)).toEqual(['Section Title #1', 'Packing', 'Section Title #3'])
  expect(sections[0]!.questions.map((question) => question.name)).toEqual(['Question Title #1', 'Question Title #2'])
  expect(FormDraft.safeParse({ name: '  ' }).error?.issues[0]?.message).toBe('Please fill in the name')
  expect(defaultTitle('sectionTitle', 2, 'ruRU')).toBe('Название раздела №2')
})

test('FO01 parts stand in their sequence, numbered from 1, and a structure stays as it is', () => {
  const once = structure({
    sections: [
      { name: 'B', sequence: 7 },
      {
        name: 'A',
        sequence: 2,
        questions: [
          { name: 'y', sequence: 4 },
          { name: 'x', sequence: 3 },
        ],
      },
    ],
  })
  expect(once.sections.map(({ name, sequence }) => [name, sequence])).toEqual([
    ['A', 1],
    ['B', 2],
  ])
  expect(once.sections[0]!.questions.map(({ name, sequence }) => [name, sequence])).toEqual([
    ['x', 1],
    ['y', 2],
  ])
  expect(completeStructure(once, newId)).toEqual(once)
})

test('FO01 the timeline summary counts what a section asks and records', () => {
  const sensor = { id: newId() }
  const { sections } = structure({
    sections: [{ name: 'Drying', sensors: [sensor], questions: [{ required: true }, {}, { active: false }] }],
  })
  expect(timelineOf(sections)).toEqual([{ id: sections[0]!.id, name: 'Drying', questions: 2, required: 1, sensors: 1 }])
})
