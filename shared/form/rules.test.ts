import { expect, test } from 'vitest'
import { FormInput } from './contract.ts'
import { completeStructure, formatDefaultTitle, timelineOf } from './rules.ts'

let made = 0
const newId = () => `00000000-0000-7000-8000-${String(++made).padStart(12, '0')}`
const structure = (input: object) => completeStructure(FormInput.parse(input), newId)

test('gives default names to a form, sections and questions without one [FO01]', () => {
  const { name, sections } = structure({ sections: [{ questions: [{}, { name: ' ' }] }, { name: 'Packing' }, {}] })
  expect(name).toBe('Form Title')
  expect(sections.map((section) => section.name)).toEqual(['Section Title #1', 'Packing', 'Section Title #3'])
  expect(sections[0]!.questions.map((question) => question.name)).toEqual(['Question Title #1', 'Question Title #2'])
  expect(FormInput.safeParse({ name: '  ' }).error?.issues[0]?.message).toBe('Please fill in the name')
  expect(formatDefaultTitle('sectionTitle', 2, 'ruRU')).toBe('Название раздела №2')
})

test('sorts parts by their sequence, numbers them from 1, and leaves a complete structure unchanged [FO01]', () => {
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

test('counts the questions and sensors of each section in the timeline summary [FO01]', () => {
  const sensor = { id: newId() }
  const { sections } = structure({
    sections: [{ name: 'Drying', sensors: [sensor], questions: [{ required: true }, {}, { active: false }] }],
  })
  expect(timelineOf(sections)).toEqual([{ id: sections[0]!.id, name: 'Drying', questions: 2, required: 1, sensors: 1 }])
})
