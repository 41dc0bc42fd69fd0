import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { session } from '#client/core/session/session-state.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { ActivationOptions } from '#shared/activation/contract.ts'
import { formEntity } from '#shared/form/record.ts'
import { submissionEntity } from '#shared/submission/record.ts'
import { ActivationOptionFields } from './option-fields.tsx'

const idOf = (n: number) => `0193a000-0000-7000-8000-${String(n).padStart(12, '0')}`
const formId = idOf(0)

function Screen() {
  const [value, set] = useState<ActivationOptions>({ submissionId: idOf(2) })
  return (
    <>
      <output>{value.submissionId}</output>
      <ActivationOptionFields choice={{ value, set, offered: [], isBlocked: false }} />
    </>
  )
}

test('offers the newest submissions and the chosen one, and others by search, when there are many [CO07]', async () => {
  const { engine, user, show } = await setUpDevice({ texts: ['activation'], answer: () => 'away' })
  session.setState({ user: { features: ['submission'] } as never })
  const form = { name: 'Tea', custom_id_label: '', sections: [], revision: 1, revisions: {} }
  await engine.db.records.put({ entity: formEntity, id: formId, ver: 1, gen: 0, data: form })
  await engine.db.records.bulkPut(
    Array.from({ length: 202 }, (_, index) => ({
      entity: submissionEntity,
      id: idOf(index + 1),
      ver: 1,
      gen: 0,
      data: { formId, formRevision: 1, custom_id: `B-${index + 1}`, date: '2026-11-21T08:00:00.000Z' },
    })),
  )
  show(Screen)
  const select = await screen.findByLabelText<HTMLSelectElement>('Submission')
  const labels = () => [...select.options].map(({ text }) => text)
  await waitFor(() => expect(labels()).toHaveLength(202))
  expect(labels().slice(0, 3)).toEqual(['No submission', 'B-2 — Tea', 'B-202 — Tea'])
  expect(labels()).not.toContain('B-1 — Tea')
  await user.type(screen.getByRole('searchbox', { name: 'Search: Submission' }), 'b-1 ')
  await waitFor(() => expect(labels()).toContain('B-1 — Tea'))
  await user.selectOptions(select, 'B-1 — Tea')
  expect(document.querySelector('output')!.textContent).toBe(idOf(1))
  expect(screen.queryByText(/not complete yet/)).toBeNull()
})
