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
  'an operation leaves the outbox when the server responds 4xx': (db, transport) => async (request) => {
    const response = await transport(request)
    if (response.status >= 400 && response.status < 500) await remove(db, request)
    return response
  },
  'an operation leaves the outbox with any response': (db, transport) => async (request) => {
    const response = await transport(request)
    await remove(db, request)
    return response
  },
  'an edit is merged into an operation that was sent': (db, transport) => async (request) => {
    await db.meta.delete('maybeSent')
    return transport(request)
  },
  'the journal of acknowledged operations is deleted at once': (db, transport) => async (request) => {
    await db.journal.clear()
    return transport(request)
  },
  'a pulled page is skipped when more pages follow': (_, transport) => async (request) => {
    const response = await transport(request)
    const page = response.body as { more?: boolean } | null
    return page?.more ? { ...response, body: { ...page, more: false, rows: [] } } : response
  },
}
