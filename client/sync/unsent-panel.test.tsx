import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OutboxRow, Rejection } from '#client/core/offline/database/database.ts'
import { preferences } from '#client/core/session/preferences.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { featureProblems } from '#shared/core/api/features.ts'
import { coreProblems } from '#shared/core/api/problem.ts'
import { quotaCode } from '#shared/core/limits/quota.ts'
import { formProblems } from '#shared/form/contract.ts'
import { formEntity } from '#shared/form/record.ts'
import { syncProblems } from '#shared/sync/contract.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { Component } from './unsent-panel.tsx'

const rejections: Rejection[] = [
  // The device rejects these two itself and knows no message.
  { code: syncProblems.waits.code, message: '' },
  { code: coreProblems.tooLarge.code, message: '' },
  { code: featureProblems.temperature.code, message: 'In another language' },
  { code: formProblems.stale.code, message: 'In another language', details: { yours: 1, current: 2 } },
  { code: quotaCode, message: 'In another language', details: { name: 'shipments', limit: 200_000, most: '200 000' } },
  { code: quotaCode, message: 'A quota of a newer server', details: { name: 'later', limit: 1 } },
  { code: 'later.problem', message: 'A problem of a newer server' },
]

test('shows the reason of each rejection in the language of the reader, also without a message [OF03]', async () => {
  const { engine, show } = await setUpDevice({ texts: ['sync'], answer: () => 'away' })
  const rows: OutboxRow[] = []
  for (const rejection of rejections) {
    const set = { name: rejection.code, custom_id_label: '', sections: [] }
    const { opId } = await engine.enqueue({ entity: formEntity, kind: 'create', set, payloadV: 1 })
    const row = await engine.db.outbox.where('opId').equals(opId).first()
    rows.push({ ...row!, state: 'attention', rejection })
  }
  preferences.setState({ language: 'ruRU' })
  await engine.db.outbox.bulkPut(rows)
  show(() => <Component engine={engine} onLeave={() => undefined} />)
  await screen.findByText(syncProblems.waits.ruRU)
  screen.getByText(coreProblems.tooLarge.ruRU)
  screen.getByText(featureProblems.temperature.ruRU)
  screen.getByText('Форму успели изменить: у вас версия 1, текущая — 2')
  screen.getByText(/^Достигнут предел: 200.000 отправлений/)
  screen.getByText('A quota of a newer server')
  screen.getByText('A problem of a newer server')
  expect(screen.queryByText('In another language')).toBeNull()
})

test('renders one page of thousands of unsent operations, and turns to the others [OF03]', async () => {
  const { engine, show, user } = await setUpDevice({ texts: ['sync'], answer: () => 'away' })
  await engine.enqueue({ entity: formEntity, kind: 'create', set: { name: 'Form 0' }, payloadV: 1 })
  const [{ at: _, ...first } = undefined!] = await engine.db.outbox.toArray()
  const others = Array.from({ length: 1999 }, (_, place) => ({
    ...first,
    opId: uuid7(),
    recordId: uuid7(),
    n: place + 2,
    patch: { name: { to: `Form ${place + 1}` } },
  }))
  await engine.db.outbox.bulkAdd(others)
  show(() => <Component engine={engine} onLeave={() => undefined} />)
  await screen.findByText(/Form 9 /)
  expect(screen.getAllByRole('listitem')).toHaveLength(10)
  screen.getByText('1–10 of 2,000')
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByText(/Form 19 /)
  expect(screen.getAllByRole('listitem')).toHaveLength(10)
  // The page no longer exists when most operations were sent meanwhile.
  await engine.db.outbox.where('at').above(4).delete()
  await screen.findByText(/Form 3 /)
  expect(screen.getAllByRole('listitem')).toHaveLength(4)
})
