import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectSigner } from '#server/anchoring/service.ts'
import { startAnchoring } from '#server/anchoring/start.ts'
import { type DevelopmentChains, startChains } from '#server/anchoring/test/development-chains.ts'
import { startProxy } from '#server/anchoring/test/node-proxy.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { type Product, product } from '#server/verify/verify.fixture.ts'
import { blockWithRoot, fetchHeader } from '#shared/transparency/bitcoin-header.ts'
import { parsePolicy } from '#shared/transparency/policy.ts'
import { type VerifiedProof, verifyProofArchive } from '#shared/transparency/verify-proof-archive.ts'
import { integrate } from './integrate.ts'
import { openLog, signHead } from './sign-head.ts'
import { serveEsplora } from './test/esplora.ts'

const command = join(import.meta.dirname, '../../dist/transparency/command/assay-verify.js')

/** An archive of an anchored code, and explorers with a correct response, a wrong one, or none. */
describe.skipIf(!existsSync(command))('VE03 the Bitcoin part of a proof on the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-esplora-'))
  let chains: DevelopmentChains
  let site: TestApp
  let anchoring: ReturnType<typeof startAnchoring>
  let explorer: Awaited<ReturnType<typeof serveEsplora>>
  let proven: VerifiedProof

  const headerAt = async (height: number) => {
    const hash = await chains.regtest.call<string>('getblockhash', height)
    return { hash, header: await chains.regtest.call<string>('getblockheader', hash, false) }
  }

  beforeAll(async () => {
    chains = await startChains()
    site = await testApp({ config: chains.config })
    anchoring = startAnchoring(site.services)
    const goods = await product(site)
    const { db } = site.services
    const client = connectSigner(chains.signer.socket)
    const key = await openLog(db, client, { logOrigin: 'log.example/chain', publicUrl: 'http://localhost:3000' })
    while ((await db.system(integrate)) > 0);
    await signHead(db, client, key)
    const policy = (await site.app.inject({ url: '/log/policy' })).body
    writeFileSync(join(folder, 'policy'), policy)
    const { printed, secret } = goods.active[0] as Product['active'][number]
    const anchored = async () => {
      const answer = await site.app.inject({ url: `/api/proof/${printed}.zip?p=${secret}` })
      const found = verifyProofArchive(new Uint8Array(answer.rawPayload), parsePolicy(policy))
      if (!('bitcoin' in found) || found.bitcoin?.height == null) return false
      writeFileSync(join(folder, 'proof.zip'), answer.rawPayload)
      proven = found
      return true
    }
    await vi.waitFor(async () => expect(await anchored()).toBe(true), { timeout: 60_000, interval: 200 })
    explorer = await serveEsplora(headerAt)
  }, 180_000)
  afterAll(async () => {
    explorer?.close()
    await anchoring?.stop()
    await site?.close()
    await chains?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  type Ended = { code: number; text: string }
  const judge = (...more: string[]): Promise<Ended> =>
    promisify(execFile)(process.execPath, [
      command,
      ...['--policy', join(folder, 'policy'), join(folder, 'proof.zip'), ...more],
    ]).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stdout }) => ({ code, text: stdout }),
    )

  test('is confirmed by an explorer with the id and the time of the block', async () => {
    const { height } = proven.bitcoin!
    const { hash, header } = await headerAt(height!)
    const { code, text } = await judge('--esplora', explorer.url)
    expect(code).toBe(0)
    expect(text).toContain(`Confirmed: block ${height} contains it.`)
    expect(text).toContain(`Its id is ${hash}.`)
    const block = blockWithRoot(await fetchHeader(`${explorer.url}/`, height!), proven.bitcoin!.message)
    expect(block).toEqual({ hash, time: Buffer.from(header, 'hex').readUInt32LE(68) })
  })

  test('is confirmed by a file that contains its header among others', async () => {
    const { height } = proven.bitcoin!
    const others = await Promise.all([1, height!, 2].map(headerAt))
    writeFileSync(join(folder, 'headers'), others.map(({ header }) => header).join('\n'))
    const { code, text } = await judge('--headers', join(folder, 'headers'))
    expect([code, text.includes(`Confirmed: block ${height}`)]).toEqual([0, true])
  })

  test('is rejected with the header of another block, or without proof of work', async () => {
    const { height } = proven.bitcoin!
    const lying = await serveEsplora(async () => headerAt(height! - 1))
    expect(await judge('--esplora', lying.url)).toMatchObject({
      code: 1,
      text: expect.stringContaining(`This is not the header of block ${height} of the proof.`),
    })
    lying.close()
    // The right root in a header without the proof of work that the main network requires.
    const made = Buffer.from((await headerAt(height!)).header, 'hex')
    made.writeUInt32LE(0x1d00ffff, 72)
    writeFileSync(join(folder, 'headers'), made)
    expect((await judge('--headers', join(folder, 'headers'))).code).toBe(1)
  })

  test('stays unchecked, and the proof genuine, when the explorer does not respond or has no such block', async () => {
    const away = await startProxy()
    const ignorant = await serveEsplora(async () => undefined)
    for (const url of [`${away.url}/api`, ignorant.url]) {
      expect(await judge('--esplora', url)).toMatchObject({
        code: 0,
        text: expect.stringMatching(/^The proof is genuine[\s\S]*The explorer does not answer\./),
      })
    }
    ignorant.close()
    await away.close()
  })
})
