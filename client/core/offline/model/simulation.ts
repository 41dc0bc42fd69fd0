import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { OfflineDatabase, type OutboxRow } from '#client/core/offline/database/database.ts'
import { databaseName, type Owner } from '#client/core/offline/database/database-name.ts'
import { discardOperation, restoreDiscarded } from '#client/core/offline/outbox/discard.ts'
import { enqueue } from '#client/core/offline/outbox/enqueue.ts'
import { newPushState } from '#client/core/offline/sync/push.ts'
import { createSyncLoop, type SyncLoop } from '#client/core/offline/sync/sync-loop.ts'
import type { Transport } from '#client/core/offline/sync/transport.ts'
import type { SimulationAction } from './actions.ts'
import { type FaultPlan, SimulatedCrashError } from './faults.ts'
import type { Request, TestServer } from './test-server.ts'

/** Adds a bug to an engine from outside. The model has to detect it. */
export type SeededBug = (db: OfflineDatabase, transport: Transport) => Transport

type Tab = {
  db: OfflineDatabase
  syncLoop: SyncLoop
  plan: FaultPlan
  sent: number
  crashed: () => void
  crash: Promise<void>
}
type Device = { factory: IDBFactory; owner: Owner; signedIn: Owner; tabs: (Tab | undefined)[]; years: number }
/** The saved values of an operation: the newest value of each field. */
type SavedOperation = { owner: Owner; recordId: string; values: Map<string, unknown>; gone?: true; bad: boolean }

const year = 365 * 86_400_000
const start = Date.parse('2026-11-21T08:00:00Z')
const files = [Uint8Array.of(1, 2, 3, 4, 5), Uint8Array.of(6)]

/** Two devices with two tabs each, a server, and a network with faults between them. */
export class Simulation {
  saved = new Map<string, SavedOperation>()
  devices: Device[]
  server: TestServer
  monotonic = 0
  #owners: Owner[]
  #mutant: SeededBug | undefined
  #records: string[]
  #late: { request: Request; as: Owner }[] = []

  constructor(server: TestServer, owners: Owner[], records: string[], mutant?: SeededBug) {
    this.server = server
    this.#owners = owners
    this.#records = records
    this.#mutant = mutant
    this.devices = owners.map((owner) => ({ factory: new IDBFactory(), owner, signedIn: owner, tabs: [], years: 0 }))
  }

  async run(step: SimulationAction): Promise<void> {
    const device = 'device' in step ? this.devices[step.device % this.devices.length]! : this.devices[0]!
    const tab = this.tab(device)
    if (step.do === 'save') await this.#save(device, step)
    if (step.do === 'remove') await this.#remove(device, this.#records[step.record]!)
    if (step.do === 'sync') await this.#sync(device, step.tab, step.plan)
    if (step.do === 'both') await Promise.all([this.#sync(device, 0, step.plan), this.#sync(device, 1, undefined)])
    if (step.do === 'reopen') this.#reopen(device, 0)
    if (step.do === 'discard') await this.#discard(device, tab)
    if (step.do === 'undo') await this.#undo(tab)
    if (step.do === 'fix') await this.#fix(device, tab)
    if (step.do === 'switch') device.signedIn = device.signedIn === device.owner ? this.#stranger(device) : device.owner
    if (step.do === 'clock') device.years = step.years
    if (step.do === 'edit') await this.server.edit(this.#records[step.record]!, { [step.field]: step.value })
    if (step.do === 'deliver') await this.#deliver()
    if (step.do === 'setBack') await this.server.setBack()
    if (step.do === 'deleteOld') await this.server.deleteOld()
  }

  /** Opens a tab when it is first used. */
  tab(device: Device, place = 0): Tab {
    device.tabs[place] ??= this.#open(device)
    return device.tabs[place]
  }

  /** Ends all faults, signs in all owners again and lets time pass, without any action of a user. */
  async heal(rounds: number): Promise<void> {
    await this.#deliver()
    for (const device of this.devices) {
      device.signedIn = device.owner
      for (const tab of device.tabs) tab?.syncLoop.resume()
    }
    // The first round sends everything, the next one fetches what other devices sent.
    for (let round = 0; round < rounds; round++) {
      this.monotonic += 10 * 60_000
      for (const device of this.devices) await this.#sync(device, 0, undefined)
      const ready = this.devices.map((device) =>
        this.tab(device).db.outbox.where('state').anyOf('ready', 'held').count(),
      )
      if ((round > 0 || this.devices.length === 1) && (await Promise.all(ready)).every((count) => count === 0)) return
    }
  }

  close(): void {
    for (const { tabs } of this.devices) for (const tab of tabs) tab?.db.close()
  }

  #open(device: Device): Tab {
    const db = new OfflineDatabase(databaseName(device.owner), { indexedDB: device.factory, IDBKeyRange })
    const { promise: crash, resolve: crashed } = Promise.withResolvers<void>()
    const wire: Transport = (request) => this.#exchange(device, tab, request)
    const env = {
      transport: this.#mutant?.(db, wire) ?? wire,
      locks: undefined,
      now: () => this.#now(device),
      monotonic: () => this.monotonic,
      random: () => 0.5,
    }
    const tab: Tab = {
      db,
      syncLoop: createSyncLoop(db, env, newPushState(2)),
      plan: undefined,
      sent: 0,
      crash,
      crashed,
    }
    return tab
  }

  #now({ years }: Device): number {
    return start + years * year
  }

  #reopen(device: Device, place: number): void {
    device.tabs[place]?.db.close()
    device.tabs[place] = this.#open(device)
  }

  async #save(device: Device, step: Extract<SimulationAction, { do: 'save' }>): Promise<void> {
    const { db } = this.tab(device, step.tab)
    const recordId = this.#records[step.record]!
    const set = { [step.field]: step.value, ...(step.bad && { bad: true }) }
    if (step.file !== undefined) return this.#saveWithFile({ device, db }, recordId, set, files[step.file]!)
    await this.#enqueue({ device, db }, recordId, set, (exists) => (exists ? 'update' : 'create'))
  }

  /** Not in one transaction: its file is hashed first. */
  async #saveWithFile(
    { device, db }: { device: Device; db: OfflineDatabase },
    recordId: string,
    set: Record<string, unknown>,
    file: Uint8Array<ArrayBuffer>,
  ): Promise<void> {
    const kind = (await db.records.get(['thing', recordId])) ? 'update' : 'create'
    const clock = { now: () => this.#now(device) }
    const input = { entity: 'thing', payloadV: 1, kind, recordId, set, files: [file] }
    const { opId } = await enqueue(db, device.owner, clock, input)
    const row = await db.outbox.where('opId').equals(opId).first()
    if (row) await this.#remember({ device, db }, row, set)
  }

  /** Runs in one transaction for speed, since there are many thousand saves. */
  async #enqueue(
    { device, db }: { device: Device; db: OfflineDatabase },
    recordId: string,
    set: Record<string, unknown>,
    kindOf: (exists: boolean) => string | undefined,
  ): Promise<void> {
    const clock = { now: () => this.#now(device) }
    const row = await db.transaction('rw', [db.records, db.serverBase, db.outbox, db.blobs, db.meta], async () => {
      const kind = kindOf((await db.records.get(['thing', recordId])) !== undefined)
      if (!kind) return undefined
      const { opId } = await enqueue(db, device.owner, clock, { entity: 'thing', payloadV: 1, kind, recordId, set })
      return db.outbox.where('opId').equals(opId).first()
    })
    if (row) await this.#remember({ device, db }, row, set)
  }

  async #remember(
    { device, db }: { device: Device; db: OfflineDatabase },
    row: OutboxRow,
    set: Record<string, unknown>,
  ): Promise<void> {
    const { recordId } = row
    await this.#follow(db)
    const saved = this.saved.get(row.opId) ?? { owner: device.owner, recordId, values: new Map(), bad: false }
    for (const [field, value] of Object.entries(set)) saved.values.set(field, value)
    saved.bad = row.patch.bad?.to === true
    this.saved.set(row.opId, saved)
  }

  /** A replacement contains the values of the replaced operation. */
  #inherit(replaced: string, opId: string): void {
    const before = this.saved.get(replaced)!
    before.gone = true
    this.saved.set(opId, { ...before, values: new Map(before.values) })
    delete this.saved.get(opId)!.gone
  }

  async #remove(device: Device, recordId: string): Promise<void> {
    await this.#enqueue({ device, db: this.tab(device).db }, recordId, {}, (exists) => (exists ? 'remove' : undefined))
  }

  async #fix(device: Device, { db }: Tab): Promise<void> {
    const row = await db.outbox.where('state').equals('attention').first()
    if (row) await this.#enqueue({ device, db }, row.recordId, { bad: undefined }, () => 'update')
  }

  async #discard(device: Device, { db }: Tab): Promise<void> {
    const row = (await db.outbox.where('state').equals('attention').first()) ?? (await db.outbox.orderBy('at').last())
    if (!row) return
    try {
      for (const { opId } of await discardOperation(db, { now: () => this.#now(device) }, row.opId))
        this.saved.get(opId)!.gone = true
    } catch (error) {
      if ((error as Error).name !== 'MaybeSentError') throw error
    }
    await this.#follow(db)
  }

  /** Records the operations that superseded others on this device. */
  async #follow(db: OfflineDatabase): Promise<void> {
    for (const { opId, supersedes } of await db.outbox.toArray()) {
      if (supersedes && !this.saved.has(opId)) this.#inherit(supersedes, opId)
    }
  }

  async #undo({ db }: Tab): Promise<void> {
    const last = await db.discarded.orderBy('at').last()
    if (last) for (const { opId } of await restoreDiscarded(db, last.opId)) delete this.saved.get(opId)!.gone
  }

  #stranger(device: Device): Owner {
    return this.#owners.find((owner) => owner !== device.owner) ?? { userId: 'nobody', merchantId: 'nothing' }
  }

  async #sync(device: Device, place: number, plan: FaultPlan): Promise<void> {
    const tab = this.tab(device, place)
    Object.assign(tab, { plan, sent: 0 })
    const over = tab.syncLoop.run({ now: true }).then(() => 'over')
    over.catch(() => undefined)
    const outcome = await Promise.race([over, tab.crash])
    if (outcome !== 'over') this.#reopen(device, place)
    if (device.signedIn === device.owner) tab.syncLoop.resume()
  }

  async #deliver(): Promise<void> {
    for (const { request, as } of this.#late.splice(0).reverse()) await this.server.handle(request, as)
  }

  /** The network. Requests of this database are never sent with the session of another user: they get 401. */
  async #exchange(device: Device, tab: Tab, request: Request) {
    if (device.signedIn !== device.owner) return { status: 401, body: null }
    const { plan } = tab
    const fault = plan && tab.sent++ === plan.request ? plan.fault : undefined
    const pass = () => this.server.handle(request, device.owner)
    if (fault === 'lost') throw new SimulatedCrashError('lost')
    if (fault === '500') return { status: 500, body: null }
    if (fault === '401') return { status: 401, body: null }
    if (fault === '413') return { status: 413, body: '<html>' }
    if (fault === '429') return { status: 429, body: null, retryAfter: 1 }
    if (fault === 'portal') return { status: 200, body: '<html>Welcome to our hotel' }
    if (fault === 'late') {
      this.#late.push({ request, as: device.owner })
      throw new SimulatedCrashError('late')
    }
    const response = await pass()
    if (fault === 'twice') await pass()
    if (fault === 'unanswered') throw new SimulatedCrashError('unanswered')
    if (fault === '500 after') return { status: 500, body: null }
    if (fault === 'crash') {
      tab.crashed()
      return new Promise<never>(() => {})
    }
    return response
  }
}
