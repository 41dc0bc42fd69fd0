import type { OfflineDatabase } from '#client/core/offline/database/database.ts'
import type { Push } from '#shared/sync/contract.ts'
import type { SeededBug } from './simulation.ts'
import type { Request } from './test-server.ts'

// Bugs of other implementations, and bugs that this one almost had. The model has to detect each of them.

const opsOf = ({ body }: Request) => (body as Push | undefined)?.ops.map(({ opId }) => opId) ?? []
const remove = (db: OfflineDatabase, request: Request) => db.outbox.where('opId').anyOf(opsOf(request)).delete()

export const seededBugs: Record<string, SeededBug> = {
  'an operation leaves the outbox before it is sent': (db, transport) => async (request) => {
    await remove(db, request)
    return transport(request)
  },
  'an operation leaves the outbox when the server answers 4xx': (db, transport) => async (request) => {
    const answer = await transport(request)
    if (answer.status >= 400 && answer.status < 500) await remove(db, request)
    return answer
  },
  'an operation leaves the outbox with any answer': (db, transport) => async (request) => {
    const answer = await transport(request)
    await remove(db, request)
    return answer
  },
  'an operation that was sent is added to': (db, transport) => async (request) => {
    await db.meta.delete('frozen')
    return transport(request)
  },
  'what was acknowledged is forgotten at once': (db, transport) => async (request) => {
    await db.journal.clear()
    return transport(request)
  },
  'pages that were not read are skipped': (_, transport) => async (request) => {
    const answer = await transport(request)
    const page = answer.body as { more?: boolean } | null
    return page?.more ? { ...answer, body: { ...page, more: false, rows: [] } } : answer
  },
}
