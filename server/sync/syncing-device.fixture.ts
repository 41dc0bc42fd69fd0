import type { Person, TestApp } from '#server/core/test/harness.ts'
import { type OpResult, type PulledRow, syncContract } from '#shared/sync/contract.ts'
import type { Operation } from '#shared/sync/operation.ts'
import type { Fields, Patch } from '#shared/sync/rules.ts'
import { deviceOf } from './thing.fixture.ts'

type Hashed = Operation & { hash: string }
type OperationFields = Partial<Omit<Operation, 'patch'>> & { kind: string; set?: Fields; patch?: Patch }

/** A device that sends operations on one entity and pulls the changes of others. */
export function syncingDevice(world: TestApp, person: Person, entity: string) {
  const device = deviceOf(person)
  const api = world.api(syncContract, person)
  let cursor = { epoch: '', since: '0' }
  const send = async (...ops: Hashed[]): Promise<OpResult[]> => (await api.push({ body: device.body(ops) })).results
  return {
    op: (fields: OperationFields): Promise<Hashed> => device.op({ entity, payloadV: 1, ...fields }),
    body: device.body,
    send,
    /** Creates an operation and sends it. */
    async does(fields: OperationFields): Promise<OpResult> {
      return (await send(await device.op({ entity, payloadV: 1, ...fields })))[0]!
    },
    /** The changes since the last pull. */
    async pull(): Promise<PulledRow[]> {
      const rows: PulledRow[] = []
      for (let more = true; more; ) {
        const page = await api.pull({ query: cursor })
        cursor = { epoch: page.epoch, since: page.cursor }
        rows.push(...page.rows)
        more = page.more
      }
      return rows
    },
  }
}
