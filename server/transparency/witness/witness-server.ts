import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Fastify from 'fastify'
import type { VerifierKey } from '#shared/transparency/note.ts'
import { vkeyOf } from '#shared/transparency/note.ts'
import { createWitness } from './witness.ts'
import { openWitnessState, readIfExists } from './witness-state.ts'

/** Bytes. A request of 63 hashes and 16 signatures has a tenth of this. */
const bodyLimit = 64 * 1024
const requestTimeout = 10_000

type WitnessSettings = {
  name: string
  /** Its key and the checkpoints that it signed. Without them it would have to start as another witness. */
  folder: string
  logs: readonly VerifierKey[]
  host: string
  port: number
}

/** Serves https://c2sp.org/tlog-witness. The key is made at the first start. Returns the public key and the URL. */
export async function serveWitness({ name, folder, logs, host, port }: WitnessSettings): Promise<{
  vkey: string
  url: string
  close(): Promise<void>
}> {
  const state = openWitnessState(folder)
  const witness = createWitness({ name, seed: seedIn(folder), logs, state })
  const app = Fastify({ bodyLimit, requestTimeout, exposeHeadRoutes: false })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  app.post('/add-checkpoint', async ({ body }, reply) => {
    const { status, text } = await witness.addCheckpoint(typeof body === 'string' ? body : '')
    return reply
      .status(status)
      .type(status === 409 ? 'text/x.tlog.size' : 'text/plain; charset=utf-8')
      .send(text)
  })
  app.get<{ Params: { hash: string } }>('/:hash/checkpoint', async ({ params: { hash } }, reply) => {
    const checkpoint = /^[0-9a-f]{64}$/.test(hash) ? state.readByHash(hash) : undefined
    return reply
      .status(checkpoint ? 200 : 404)
      .type('text/plain; charset=utf-8')
      .send(checkpoint ?? 'Not signed yet.\n')
  })
  await app.listen({ host, port })
  const { port: taken } = app.server.address() as AddressInfo
  return { vkey: vkeyOf(witness.key), url: `http://${host}:${taken}`, close: () => app.close() }
}

function seedIn(folder: string): Buffer {
  const file = join(folder, 'key')
  const known = readIfExists(file)
  if (known !== undefined) return Buffer.from(known, 'hex')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const seed = randomBytes(32)
  writeFileSync(file, seed.toString('hex'), { mode: 0o600, flush: true, flag: 'wx' })
  return seed
}
