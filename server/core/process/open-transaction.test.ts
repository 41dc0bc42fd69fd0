import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { asOpenTransaction, requireNoTransaction } from './open-transaction.ts'

const call = () => requireNoTransaction('SMTP')

test('rejects a call inside a transaction, but not one that a transaction began and that outlasts it', async () => {
  expect(call).not.toThrow()
  const source = new EventEmitter()
  const later = await asOpenTransaction(async () => {
    expect(call).toThrow('SMTP: called inside a transaction')
    return { response: once(source, 'committed').then(call) }
  })
  expect(call).not.toThrow()
  source.emit('committed')
  await expect(later.response).resolves.toBeUndefined()
})
