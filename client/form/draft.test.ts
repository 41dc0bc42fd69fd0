import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FormInput } from '#shared/form/contract.ts'
import { completeStructure } from '#shared/form/rules.ts'
import { withNewIds } from './copies.ts'
import { applyFormEdit, type EditableForm, type FormEdit, formDraftOf, StoredFormDraft } from './draft.ts'

const empty: EditableForm = { name: 'Tea', custom_id_label: 'Batch', sections: [] }
const made = (...changes: FormEdit[]) => changes.reduce(applyFormEdit, empty)
const twoSections: FormEdit[] = [
  { do: 'addSection', id: 'a' },
  { do: 'addSection', id: 'b' },
  { do: 'addQuestion', sectionId: 'a', id: 'q1' },
  { do: 'addQuestion', sectionId: 'a', id: 'q2' },
]

test('adds, changes, moves and removes sections and questions [FO01]', () => {
  const draft = made(
    ...twoSections,
    { do: 'setSection', id: 'a', set: { name: 'Drying' } },
    { do: 'setQuestion', sectionId: 'a', id: 'q2', set: { name: 'Weight', datatype: 'number', suffix: 'kg' } },
    { do: 'moveQuestion', sectionId: 'a', from: 1, to: 0 },
    { do: 'moveSection', from: 0, to: 1 },
  )
  expect(draft.sections.map(({ id }) => id)).toEqual(['b', 'a'])
  expect(draft.sections[1]).toMatchObject({ name: 'Drying', questions: [{ id: 'q2', suffix: 'kg' }, { id: 'q1' }] })
  const less = [
    { do: 'removeQuestion', sectionId: 'a', id: 'q1' },
    { do: 'removeSection', id: 'b' },
  ] satisfies FormEdit[]
  expect(less.reduce<EditableForm>(applyFormEdit, draft).sections).toMatchObject([
    { id: 'a', questions: [{ id: 'q2' }] },
  ])
})

test('keeps unchanged sections as the same objects, so that they are not rendered again [FO01]', () => {
  const before = made(...twoSections)
  const after = applyFormEdit(before, { do: 'setQuestion', sectionId: 'a', id: 'q1', set: { required: true } })
  expect(after.sections[1]).toBe(before.sections[1])
  expect(after.sections[0]!.questions[1]).toBe(before.sections[0]!.questions[1])
})

test('opens a saved form in the order in which it was displayed [FO01]', () => {
  const places = fc.record({ from: fc.nat(3), to: fc.nat(3) })
  fc.assert(
    fc.property(fc.array(places, { maxLength: 8 }), (moves) => {
      const ids = [1, 2, 3, 4].map((digit) => `0193a000-0000-7000-8000-00000000000${digit}`)
      const draft = [
        ...ids.map((id): FormEdit => ({ do: 'addSection', id })),
        ...moves.map((move): FormEdit => ({ do: 'moveSection', ...move })),
      ].reduce(applyFormEdit, empty)
      const saved = completeStructure(FormInput.parse(draft), () => 'new')
      expect(saved.sections.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
      const again = formDraftOf(saved)
      expect(again.sections.map(({ id }) => id)).toEqual(draft.sections.map(({ id }) => id))
      expect(completeStructure(FormInput.parse(again), () => 'new')).toEqual(saved)
    }),
  )
})

test('keeps the conditions of questions when a copy gets new ids [FO01]', () => {
  const draft = made(...twoSections, {
    do: 'setQuestion',
    sectionId: 'a',
    id: 'q2',
    set: { showIf: { question: 'q1', options: ['yes'] } },
  })
  const [first, second] = withNewIds(draft).sections[0]!.questions
  expect(first!.id).not.toBe('q1')
  expect(second!.showIf).toEqual({ question: first!.id, options: ['yes'] })
})

test('restores texts as they were typed, also those that a form cannot be saved with [FO01]', () => {
  const id = '0193a000-0000-7000-8000-000000000001'
  const typed = { name: 'Two\u2028lines ', prefix: 'x'.repeat(41), max: 1e16, options: [{ id: 'a', name: 'A\u0085b' }] }
  const draft = made(
    ...twoSections.slice(0, 1),
    { do: 'addQuestion', sectionId: 'a', id },
    {
      do: 'setQuestion',
      sectionId: 'a',
      id,
      set: typed,
    },
  )
  expect(FormInput.safeParse(draft).success).toBe(false)
  expect(StoredFormDraft.parse({ draft })).toEqual({ draft })
})
