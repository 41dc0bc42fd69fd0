// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enqueueActivation } from '#client/activation/enqueue-activation.ts'
import { type OutboxEngine, openOutbox } from '#client/core/offline/outbox/outbox.fixture.ts'
import { formatAddress } from '#shared/verify/code/code.ts'
import { enqueueBinding } from './enqueue-binding.ts'

let engine: OutboxEngine
beforeEach(async () => {
  engine = await openOutbox()
})
afterEach(() => engine.db.close())

const outbox = () => engine.db.outbox.orderBy('at').toArray()
/** A code of the order with this number. */
const codeOf = (order: number, n: number) =>
  formatAddress(`0f1e2d3c-${order}b5a-6978-8796-${n.toString(16).padStart(12, '0')}`)
const tea = { skuId: '01890a5d-ac96-774b-bcce-b302099a8057', sku: { name: 'Tea', sku: 'T-1' }, replace: false }

test('sends the ends of a range, whose size only the server knows', async () => {
  const range = { first: codeOf(1, 1), last: codeOf(1, 9) }
  await enqueueBinding(engine, { ...tea, range })
  const [operation] = await outbox()
  expect(operation).toMatchObject({ kind: 'create', patch: { skuId: { to: tea.skuId }, range: { to: range } } })
  expect(operation!.patch).not.toHaveProperty('quantity')
})

test('sends an activation after the products of its codes, and not after those of others', async () => {
  const [list, ofRange, other] = [codeOf(1, 1), codeOf(2, 5), codeOf(3, 1)]
  const first = await enqueueBinding(engine, { ...tea, addressList: [list] })
  const second = await enqueueBinding(engine, { ...tea, range: { first: codeOf(2, 1), last: codeOf(2, 9) } })
  await enqueueBinding(engine, { ...tea, addressList: [other] })
  await enqueueActivation(engine, [list, ofRange, codeOf(3, 2)], {})
  const activation = (await outbox()).at(-1)!
  expect(activation.entity).toBe('activation_batch')
  expect(activation.deps.toSorted()).toEqual([first.opId, second.opId].toSorted())
})
