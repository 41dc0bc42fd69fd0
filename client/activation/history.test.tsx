import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import type { Batch } from '#shared/activation/contract.ts'
import { activationEntity } from '#shared/activation/record.ts'
import { foundPath } from '#shared/search/contract.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { ActivationHistory } from './history.tsx'

const createdAt = '2026-11-21T08:00:00.000Z'
const older: Batch = {
  id: uuid7(),
  identifier: 'AA-OLD',
  quantity: 1,
  status: 'Activated',
  submissionId: null,
  failure: null,
  createdAt,
  finishedAt: createdAt,
}

/** A device that has two newer activations, and a server that also has an older one. */
async function setUpHistory(answer: () => Response) {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('search=') ? answer() : Response.json({}, { status: 503 }),
  )
  const device = await setUpDevice({ texts: ['activation', 'codes'], answer: () => 'away' })
  const rowOf = (identifier: string) => ({
    entity: activationEntity,
    id: uuid7(),
    ver: 1,
    gen: 0,
    data: { identifier, quantity: 1, state: 'done', createdAt },
  })
  await device.engine.db.records.bulkPut([rowOf('AA-ONE'), rowOf('AA-TWO')])
  return device
}
const table = () => screen.findByRole('table', { name: 'Activation History' })
const pathOf = (name: string) => foundPath({ kind: 'batch', id: '', name })

afterEach(() => queryClient.clear())

test('shows the activation of a search result when the server does not respond', async () => {
  const { show } = await setUpHistory(() => Response.json({}, { status: 503 }))
  show(ActivationHistory, pathOf('AA-ONE'))
  await within(await table()).findByText('AA-ONE')
  expect(screen.queryByText('AA-TWO')).toBeNull()
})

test('asks the server when an activation that is older than those on the device is searched', async () => {
  const { show } = await setUpHistory(() => Response.json({ rows: [older], total: 1 }))
  show(ActivationHistory, pathOf('AA-OLD'))
  await within(await table()).findByText('AA-OLD')
  expect(screen.queryByText('AA-ONE')).toBeNull()
})
