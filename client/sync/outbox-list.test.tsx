import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OutboxRow, Rejection } from '#client/core/offline/database/database.ts'
import { preferences } from '#client/core/session/preferences.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { featureProblems } from '#shared/core/api/features.ts'
import { coreProblems } from '#shared/core/api/problem.ts'
import { quotaCode } from '#shared/core/limits/limits.ts'
import { formProblems } from '#shared/form/contract.ts'
import { formEntity } from '#shared/form/record.ts'
import { syncProblems } from '#shared/sync/contract.ts'
import { OutboxList } from './outbox-list.tsx'

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

test('OF03 shows the reason of each rejection in the language of the reader, also without a message', async () => {
  const { engine, show } = await setUpDevice({ texts: ['sync'], answer: () => 'away' })
  const rows: OutboxRow[] = []
  for (const trouble of rejections) {
    const set = { name: trouble.code, custom_id_label: '', sections: [] }
    const { opId } = await engine.enqueue({ entity: formEntity, kind: 'create', set, payloadV: 1 })
    const row = await engine.db.outbox.where('opId').equals(opId).first()
    rows.push({ ...row!, state: 'attention', trouble })
  }
  preferences.setState({ language: 'ruRU' })
  show(() => <OutboxList engine={engine} rows={rows} onLeave={() => undefined} />)
  await screen.findByText(syncProblems.waits.ruRU)
  screen.getByText(coreProblems.tooLarge.ruRU)
  screen.getByText(featureProblems.temperature.ruRU)
  screen.getByText('Форму успели изменить: у вас версия 1, текущая — 2')
  screen.getByText(/^Достигнут предел: 200.000 отправлений/)
  screen.getByText('A quota of a newer server')
  screen.getByText('A problem of a newer server')
  expect(screen.queryByText('In another language')).toBeNull()
})
