import { expect, test } from 'vitest'
import { type FormView, structureAt } from './record.ts'

const form = (name: string, fields: Partial<FormView> = {}): FormView => ({
  name,
  custom_id_label: '',
  sections: [],
  ...fields,
})

test('keeps the form revision of a submission [SU02]', () => {
  const revisions = { 1: form('First') }
  const view = form('Second', { revision: 2, revisions })
  expect(structureAt(view, undefined, 1)?.name).toBe('First')
  expect(structureAt(view, undefined, 2)?.name).toBe('Second')
})

test('shows an unsent form change only in submissions that were created with it [SU02]', () => {
  const server = form('On the server', { revision: 2 })
  const view = form('Unsent', { revision: 2 })
  expect(structureAt(view, server, 2)?.name).toBe('On the server')
  expect(structureAt(view, server, undefined)?.name).toBe('Unsent')
})

test('keeps a form that waits for removal for its submissions, and none that was never created [SU02]', () => {
  expect(structureAt(undefined, form('Removed here', { revision: 3 }), 3)?.name).toBe('Removed here')
  expect(structureAt(undefined, undefined, 1)).toBeUndefined()
})
