import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openEd25519Key } from '#server/core/auth/ed25519-key.ts'
import { base64Of } from '#shared/transparency/base64.ts'
import { checkpointBody } from '#shared/transparency/checkpoint.ts'
import {
  keyTypes,
  parseNote,
  parseVkey,
  signatureLine,
  signatureOf,
  type VerifierKey,
} from '#shared/transparency/note.ts'
import { consistencyRanges, leafHashOf, nodeHashOf, type Range } from '#shared/transparency/tree.ts'
import { serveWitness } from './witness-server.ts'
import { originHashOf } from './witness-state.ts'

/** A log in memory, whose owner can also lie. */
class MemoryLog {
  readonly #key = openEd25519Key(randomBytes(32))
  leaves: Uint8Array[] = []
  readonly origin: string
  constructor(origin: string) {
    this.origin = origin
  }

  get key(): VerifierKey {
    return { name: this.origin, type: keyTypes.note, publicKey: this.#key.publicKey }
  }
  add(count: number, word = 'entry'): this {
    for (let i = 0; i < count; i++) this.leaves.push(leafHashOf(Buffer.from(`${word} ${this.leaves.length}`)))
    return this
  }
  root([start, end]: Range = [0, this.leaves.length]): Uint8Array {
    if (end - start === 1) return this.leaves[start]!
    let half = 1
    while (half * 2 < end - start) half *= 2
    return nodeHashOf(this.root([start, start + half]), this.root([start + half, end]))
  }
  checkpoint(): string {
    const body = checkpointBody({ origin: this.origin, size: this.leaves.length, root: this.root() })
    return `${body}\n${signatureLine(this.key, this.#key.sign(Buffer.from(body)))}`
  }
  request(
    old: number,
    path = old > 0 ? consistencyRanges(old, this.leaves.length).map((range) => this.root(range)) : [],
  ) {
    return `old ${old}\n${path.map((hash) => `${base64Of(hash)}\n`).join('')}\n${this.checkpoint()}`
  }
}

const folder = mkdtempSync(join(tmpdir(), 'assay-witness-'))
let log: MemoryLog
let served: Awaited<ReturnType<typeof serveWitness>>
const start = async () => {
  const settings = { name: 'witness.example', logs: [log.key], host: '127.0.0.1', port: 0 }
  served = await serveWitness({ ...settings, folder: join(folder, originHashOf(log.origin)) })
}
beforeEach(async () => {
  await served?.close()
  log = new MemoryLog(`log.example/${randomBytes(4).toString('hex')}`).add(5)
  await start()
})
afterAll(async () => {
  await served?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function send(body: string): Promise<{ status: number; text: string; type: string | null }> {
  const answer = await fetch(`${served.url}/add-checkpoint`, { method: 'POST', body })
  return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') }
}

test('cosigns a log that grows, and shows its last signed checkpoint', async () => {
  for (const [old, count] of [
    [0, 0],
    [5, 3],
    [8, 300],
  ] as const) {
    const { status, text } = await send(log.add(count).request(old))
    expect(status).toBe(200)
    const note = parseNote(`${log.checkpoint()}${text}`)!
    const { time } = signatureOf(note, parseVkey(served.vkey)!) as { time: number }
    expect(Math.abs(time - Date.now() / 1000)).toBeLessThan(60)
    const shown = await fetch(`${served.url}/${originHashOf(log.origin)}/checkpoint`)
    expect(await shown.text()).toBe(`${log.checkpoint()}${text}`)
  }
  // The same head again is signed again.
  expect((await send(log.request(308, []))).status).toBe(200)
})

test('rejects a fork, a rollback and another history, also after a restart', async () => {
  expect((await send(log.add(3).request(0))).status).toBe(200)
  await served.close()
  await start()
  const rewritten = (count: number) => {
    const leaves = log.leaves
    log.leaves = []
    const lie = log.add(count, 'other')
    const request = lie.request(8, [])
    log.leaves = leaves
    return request
  }
  expect((await send(rewritten(8))).status).toBe(422)
  expect((await send(rewritten(12))).status).toBe(422)
  // A smaller log: the old size is larger than the new one, or is not the size that the witness signed last.
  const previousLeaves = log.leaves
  log.leaves = previousLeaves.slice(0, 6)
  expect((await send(log.request(8, []))).status).toBe(400)
  expect(await send(log.request(0))).toEqual({ status: 409, text: '8\n', type: 'text/x.tlog.size' })
  log.leaves = previousLeaves
  expect((await send(log.add(4).request(8))).status).toBe(200)
})

test('rejects unknown logs, invalid signatures and malformed requests', async () => {
  const stranger = new MemoryLog('log.example/unknown').add(2)
  expect((await send(stranger.request(0))).status).toBe(404)
  const impostor = new MemoryLog(log.origin).add(2)
  expect((await send(impostor.request(0))).status).toBe(403)
  const other = log.request(0).replace('\n5\n', '\n4\n')
  expect((await send(other)).status).toBe(403)
  const hash = base64Of(new Uint8Array(32))
  for (const body of [
    '',
    'old 0\n',
    log.request(0).replace('old 0', 'old 00'),
    log.request(0).replace('old 0', `old 0\n${hash.slice(1)}`),
  ]) {
    expect((await send(body)).status, body.slice(0, 30)).toBe(400)
  }
  expect((await send(log.request(0).replace('old 0', `old 0\n${hash}`))).status).toBe(422)
  expect((await send('x'.repeat(100_000))).status).toBe(413)
})

test('signs one of two histories that arrive at the same moment', async () => {
  await send(log.request(0))
  const one = log.add(3).request(5)
  log.leaves = log.leaves.slice(0, 5)
  const other = log.add(3, 'other').request(5)
  const statuses = (await Promise.all([send(one), send(other)])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 409])
})

test('does not sign when its memory is damaged', async () => {
  await send(log.request(0))
  writeFileSync(join(folder, originHashOf(log.origin), `${originHashOf(log.origin)}.checkpoint`), 'damaged')
  expect((await send(log.add(1).request(0))).status).toBe(500)
})
