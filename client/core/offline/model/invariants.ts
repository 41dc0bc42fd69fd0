import type { JournalRow, OfflineDatabase, OutboxRow } from '#client/core/offline/database/database.ts'
import { isEqualData } from '#shared/sync/rules.ts'
import type { Simulation } from './simulation.ts'

class InvariantViolation extends Error {
  override name = 'InvariantViolation'
}

function assertInvariant(condition: boolean, words: string, ...facts: unknown[]): void {
  if (!condition) throw new InvariantViolation(`${words} ${JSON.stringify(facts)}`)
}

/** Checks the invariants that hold at every moment, after any fault. */
export async function checkSafety(world: Simulation, devices = world.devices): Promise<void> {
  assertInvariant(world.server.violations().length === 0, 'VIOLATION', world.server.violations())
  const effects = await world.server.effects()
  assertInvariant(new Set(effects).size === effects.length, 'AN OPERATION TOOK EFFECT TWICE', effects)
  const ledger = await world.server.ledger()
  for (const device of devices) {
    const { db } = world.tab(device)
    await db.transaction('r', [db.outbox, db.journal, db.records], async () => {
      const outbox = await db.outbox.orderBy('at').toArray()
      const sent = (await db.journal.toArray()).flatMap(({ done }) => done.map(({ operation }) => operation.opId))
      const known = new Set([...outbox.map(({ opId }) => opId), ...sent])
      for (const [opId, saved] of world.saved) {
        if (saved.owner !== device.owner || saved.gone || known.has(opId)) continue
        assertInvariant(ledger.get(opId) === 'effective', 'LOST', opId, ledger.get(opId) ?? 'unknown')
      }
      await checkView(db, outbox)
    })
  }
}

/** Users see what they saved until it is sent, whatever was pulled. */
async function checkView(db: OfflineDatabase, outbox: readonly OutboxRow[]): Promise<void> {
  const own = outbox.filter(({ replay }) => !replay)
  for (const [recordId, ops] of Map.groupBy(own, (row) => row.recordId)) {
    const view = await db.records.get(['thing', recordId])
    const cut = ops.findLastIndex(({ kind }) => kind === 'remove')
    const values = new Map(
      ops.slice(cut + 1).flatMap(({ patch }) => Object.entries(patch).map(([path, { to }]) => [path, to])),
    )
    if (cut === ops.length - 1) assertInvariant(view === undefined, 'A REMOVED RECORD IS BACK', recordId)
    for (const [path, to] of values)
      assertInvariant(isEqualData(view?.data[path], to), 'AN OWN EDIT WENT BACK', recordId, path, view?.data, to)
  }
}

/** Checks the invariants that hold after recovery from all faults, without any action of a user. */
export async function checkConvergence(world: Simulation): Promise<void> {
  const effects = await world.server.effects()
  const ledger = await world.server.ledger()
  const place = new Map(effects.map((opId, index) => [opId, index]))
  const rows = await world.server.records()
  for (const device of world.devices) {
    const { db } = world.tab(device)
    const { owner } = device
    const [outbox, journal, records] = await db.transaction('r', [db.outbox, db.journal, db.records], () =>
      Promise.all([db.outbox.toArray(), db.journal.toArray(), db.records.toArray()]),
    )
    const waiting = new Set(outbox.map(({ opId }) => opId))
    const asks = outbox.filter(({ state }) => state === 'attention')
    assertInvariant(outbox.every(({ state }) => state === 'attention') || asks.length > 0, 'NOT SENT', outbox)
    for (const [opId, saved] of world.saved) {
      if (saved.owner !== owner || saved.gone) continue
      const effective = ledger.get(opId) === 'effective'
      assertInvariant(effective || waiting.has(opId), 'NEITHER SENT NOR SHOWN', opId)
      // An operation that was rejected unread (too large) may have arrived before.
      const isUnread = asks.some((row) => row.opId === opId && row.rejection?.code === 'core.tooLarge')
      assertInvariant(isUnread || !effective || !waiting.has(opId), 'SENT AND STILL SHOWN', opId)
      if (ledger.get(opId) === 'rejected')
        assertInvariant(
          asks.some((row) => row.opId === opId),
          'A REJECTION DISAPPEARED',
          opId,
        )
    }
    checkOrder(journal, place)
    const overlaid = new Set(outbox.map(({ recordId }) => recordId))
    const here = new Map(records.map((row) => [row.id, row]))
    for (const id of new Set([...rows.keys(), ...here.keys()])) {
      if (overlaid.has(id)) continue
      const [mine, theirs] = [here.get(id), rows.get(id)]
      assertInvariant(
        isEqualData(mine?.data, theirs?.data) && mine?.ver === theirs?.ver,
        'DIFFERENT FROM THE SERVER',
        id,
        mine,
        theirs,
      )
    }
  }
}

/** An operation takes effect after the operations that it depends on, or after those that superseded them. */
function checkOrder(journal: readonly JournalRow[], place: ReadonlyMap<string, number>): void {
  const done = journal.flatMap((entry) => entry.done.map(({ operation }) => operation))
  const replaced = new Map(done.flatMap(({ opId, supersedes }) => (supersedes ? [[supersedes, opId]] : [])))
  for (const { opId, deps } of done) {
    for (let dep of deps) {
      while (!place.has(dep) && replaced.has(dep)) dep = replaced.get(dep)!
      const [before, after] = [place.get(dep), place.get(opId)]
      if (before !== undefined && after !== undefined) assertInvariant(before < after, 'OUT OF ORDER', dep, opId)
    }
  }
}
