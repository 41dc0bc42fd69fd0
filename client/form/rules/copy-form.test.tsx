import 'fake-indexeddb/auto'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Component } from '#client/form/page.tsx'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { type FormView, formEntity } from '#shared/form/record.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'

test('copies a form with new ids for its parts [FO01]', async () => {
  const { engine, user, show } = await setUpDevice({
    texts: ['form', 'xlsform', 'expression', 'sensor'],
    answer: () => 'away',
  })
  const section = { id: uuid7(), name: 'Plucking', sequence: 1, sensors: [], questions: [] }
  const set = { name: 'Tea', custom_id_label: 'Batch', sections: [section] }
  await engine.enqueue({ entity: formEntity, kind: 'create', set, payloadV: 1 })
  show(Component, '/form')
  await user.click(await screen.findByRole('button', { name: 'Actions: Tea' }))
  await waitFor(() => expect(document.activeElement?.role).toBe('menu'))
  await user.click(screen.getByRole('menuitem', { name: 'Duplicate' }))
  expect(await screen.findByLabelText(/^Template Name/)).toHaveProperty('value', 'Copy of Tea')
  const copies = (await engine.db.records.toArray()).map(({ data }) => (data as unknown as FormView).sections[0]!)
  expect([copies.length, copies.filter(({ id }) => id === section.id).length]).toEqual([2, 1])
})
