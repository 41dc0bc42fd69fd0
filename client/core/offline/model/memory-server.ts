import type { Owner } from '#client/core/offline/database/database-name.ts'
import type { TransportResponse } from '#client/core/offline/sync/transport.ts'
import { type OpResult, Pull, type PulledRow, Push, syncProblems } from '#shared/sync/contract.ts'
import { type Operation, sha256Hex } from '#shared/sync/operation.ts'
import { applyPatch, type Fields, mergePatch, readField } from '#shared/sync/rules.ts'
import type { Request, TestServer } from './test-server.ts'

type SentOperation = Operation & { hash: string }
type Row = { ver: number; seq: number; data: Fields | undefined }
/** A compacted entry has no hash and no content. */
type Entry = { hash?: string; result: OpResult; supersedes: string | undefined; content?: string }
type State = {
  ledger: Map<string, Entry>
  effects: string[]
  rows: Map<string, Row>
  seq: number
  /** The number of the newest tombstone that was deleted. */
  floor: number
  files: Map<string, StoredFile>
}
type StoredFile = { bytes: number[]; isComplete: boolean }
/** This server stores so few bytes of a piece that small files need several. */
const bytesAtOnce = 2
/** Faults of this server, which the model must detect. `files`: a test stores the files itself, so operations do not wait for them. */
export type DisabledParts = { ledger?: boolean; compactLedger?: boolean; floor?: boolean; files?: boolean }

const empty = (): State => ({ ledger: new Map(), effects: [], rows: new Map(), seq: 0, floor: 0, files: new Map() })

/** The server's part of the protocol without a database, small enough to run many thousand times. */
export function memoryServer(without: DisabledParts = {}): TestServer {
  let state = empty()
  let saved = empty()
  let epoch = 1
  const violations: string[] = []

  function push({ ops }: Push, as: Owner): OpResult[] {
    return (ops as unknown as SentOperation[]).map((op) => {
      if (op.userId !== as.userId || op.merchantId !== as.merchantId) violations.push('SENT BY ANOTHER')
      const before = state.ledger.get(op.opId)
      if (before && !without.ledger) return again(op, before)
      const result = decide(op)
      if (result.status !== 'blocked') {
        state.ledger.set(op.opId, { hash: op.hash, result, supersedes: op.supersedes, content: contentOf(op) })
        if (result.status !== 'rejected' && result.status !== 'duplicate') state.effects.push(op.opId)
      }
      return result
    })
  }

  function again({ opId, hash }: SentOperation, before: Entry): OpResult {
    if (before.hash !== undefined && before.hash !== hash) violations.push('CHANGED AFTER IT WAS SENT')
    return before.result.status === 'rejected' ? before.result : { ...before.result, opId, status: 'duplicate' }
  }

  function decide(op: SentOperation): OpResult {
    const { opId, recordId, patch, deps, baseVer, supersedes } = op
    const replaced = supersedes && state.effects.includes(supersedes) ? state.ledger.get(supersedes) : undefined
    if (replaced && replaced.content === contentOf(op)) return { ...replaced.result, opId, status: 'duplicate' }
    const kind = replaced && op.kind === 'create' ? 'update' : op.kind
    if (state.effects.some((other) => state.ledger.get(other)!.supersedes === opId)) {
      return { opId, status: 'rejected', code: syncProblems.replaced.code, message: 'no' }
    }
    if (!without.files && !op.blobs.every((sha256) => state.files.get(sha256)?.isComplete)) {
      return { opId, status: 'blocked', code: syncProblems.waitsForFile.code }
    }
    if (!deps.every(isEffective)) return { opId, status: 'blocked', code: syncProblems.waits.code }
    const row = state.rows.get(recordId)
    const isBad = patch.bad?.to === true
    if (isBad || (kind === 'create' ? row?.data : !row?.data)) {
      return { opId, status: 'rejected', code: syncProblems.refused.code, message: 'no' }
    }
    if (kind === 'remove') {
      if (row!.ver > baseVer) return { opId, status: 'merged', ver: row!.ver }
      return { opId, status: 'applied', ver: write(recordId, undefined) }
    }
    if (kind === 'create') return { opId, status: 'merged', ver: write(recordId, applyPatch({}, patch)) }
    const { fields, conflicts } = mergePatch(row!.data!, patch)
    const clashes = conflicts.map(({ path }) => [path, { kept: readField(fields, path), offered: patch[path]!.to }])
    const details = clashes.length > 0 ? { details: { clashes: Object.fromEntries(clashes) } } : {}
    return { opId, status: 'merged', ver: write(recordId, fields), ...details }
  }

  function isEffective(opId: string): boolean {
    if (state.effects.includes(opId)) return true
    return [...state.ledger].some(([next, { supersedes }]) => supersedes === opId && isEffective(next))
  }

  function write(id: string, data: Fields | undefined): number {
    const ver = (state.rows.get(id)?.ver ?? 0) + 1
    state.rows.set(id, { ver, seq: ++state.seq, data })
    return ver
  }

  function pull(url: string) {
    const query = Pull.parse(Object.fromEntries(new URL(url, 'http://test').searchParams))
    const current = epochNow()
    const isBelowFloor = query.epoch !== current && Number(query.since) < state.floor && !without.floor
    const reset = query.epoch.split('.')[0] !== `e${epoch}` || isBelowFloor
    const after = reset ? 0 : Number(query.since)
    const changed = [...state.rows].filter(([, { seq }]) => seq > after).sort(([, a], [, b]) => a.seq - b.seq)
    // One row per page, so that other actions happen between pages.
    const page = changed.slice(0, 1)
    const rows = page.map(([id, { ver, data }]): PulledRow => {
      return { entity: 'thing', id, ver, ...(data ? { data: { ...data } } : { gone: 'deleted' }) }
    })
    return {
      epoch: current,
      reset,
      cursor: `${page.at(-1)?.[1].seq ?? after}`,
      more: page.length < changed.length,
      serverTime,
      rows,
    }
  }

  function epochNow(): string {
    return state.floor > 0 ? `e${epoch}.${state.floor}` : `e${epoch}`
  }

  function compact(): void {
    const superseded = new Set([...state.ledger.values()].map(({ supersedes }) => supersedes))
    for (const [opId, { result, supersedes }] of state.ledger) {
      if (result.status === 'rejected' || result.details || supersedes || superseded.has(opId)) continue
      if (without.compactLedger) state.ledger.delete(opId)
      else state.ledger.set(opId, { result, supersedes })
    }
  }

  function removeMarks(): void {
    for (const [id, { data, seq }] of state.rows) {
      if (data) continue
      state.rows.delete(id)
      state.floor = Math.max(state.floor, seq)
    }
  }

  async function respondToFile({ method, url, body }: Request) {
    const [, sha256 = ''] = /\/blobs\/([0-9a-f]{64})/.exec(url) ?? []
    const file = state.files.get(sha256) ?? { bytes: [], isComplete: false }
    if (method === 'GET') return { offset: file.bytes.length, complete: file.isComplete }
    state.files.set(sha256, file)
    const query = new URL(url, 'http://test').searchParams
    if (!file.isComplete && Number(query.get('offset')) === file.bytes.length) {
      file.bytes.push(...(body as Uint8Array).subarray(0, bytesAtOnce))
      if (file.bytes.length >= Number(query.get('size'))) {
        file.isComplete = (await sha256Hex(Uint8Array.from(file.bytes))) === sha256
        if (!file.isComplete) violations.push('ANOTHER FILE THAN ITS NAME SAYS')
      }
    }
    return { offset: file.bytes.length, complete: file.isComplete }
  }

  function respond(request: Request, as: Owner): unknown {
    if (request.method === 'GET') return pull(request.url)
    const results = push(Push.parse(request.body), as)
    return { epoch: epochNow(), serverTime, results }
  }

  return {
    async handle(request, as): Promise<TransportResponse> {
      if (request.url.includes('/blobs/')) return { status: 200, body: await respondToFile(request) }
      return { status: 200, body: cloneAsJson(respond(cloneAsJson(request), as)) }
    },
    effects: async () => state.effects,
    violations: () => violations,
    ledger: async () =>
      new Map(
        [...state.ledger].map(([id, { result }]) => [id, result.status === 'rejected' ? 'rejected' : 'effective']),
      ),
    records: async () =>
      new Map([...state.rows].flatMap(([id, { ver, data }]) => (data ? [[id, { ver, data }] as const] : []))),
    async edit(id, fields) {
      const row = state.rows.get(id)
      if (row?.data) write(id, { ...row.data, ...fields })
    },
    async setBack() {
      state = saved
      saved = structuredClone(state)
      epoch++
      return true
    },
    async deleteOld() {
      compact()
      removeMarks()
    },
  }
}

function contentOf({ kind, patch }: SentOperation): string {
  return JSON.stringify([kind, patch])
}

const serverTime = '2026-11-21T08:00:00.000Z'

function cloneAsJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value))
}
