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
import { parsePolicy } from '#shared/transparency/policy.ts'
import { verifyProofArchive } from '#shared/transparency/verify-proof-archive.ts'
import { integrate } from './integrate.ts'
import { openLog, signHead } from './sign-head.ts'
import { serveEsplora } from './test/esplora.ts'

const command = join(import.meta.dirname, '../../dist/transparency/command/assay-verify.js')

/** An archive of an anchored code, and explorers with a correct response, a wrong one, or none. */
describe.skipIf(!existsSync(command))('the Bitcoin part of a proof on the command line [VE03]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-esplora-'))
  let chains: DevelopmentChains
  let site: TestApp
  let anchoring: ReturnType<typeof startAnchoring>
  let explorer: Awaited<ReturnType<typeof serveEsplora>>
  let height: number

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
      const [block] = 'bitcoin' in found ? (found.bitcoin?.attestations ?? []) : []
      if (block?.height == null) return false
      writeFileSync(join(folder, 'proof.zip'), answer.rawPayload)
      height = block.height
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

  type Ended = { code: number; text: string; error: string }
  const judge = (...more: string[]): Promise<Ended> =>
    promisify(execFile)(process.execPath, [
      command,
      ...['--policy', join(folder, 'policy'), join(folder, 'proof.zip'), ...more],
    ]).then(
      ({ stdout }) => ({ code: 0, text: stdout, error: '' }),
      ({ code, stdout, stderr }) => ({ code, text: stdout, error: stderr }),
    )

  test('is never confirmed by a block of a test network, whoever shows it', async () => {
    const { hash, header } = await headerAt(height)
    writeFileSync(join(folder, 'headers'), [(await headerAt(1)).header, header].join('\n'))
    const headers = ['--headers', join(folder, 'headers')]
    const ways = [
      ['--esplora', explorer.url],
      ['--node', chains.config.bitcoinRpcUrls[0]!],
      headers,
      [...headers, '--block-hash', hash],
    ]
    for (const way of ways) {
      const { code, text } = await judge(...way)
      expect([way, code]).toEqual([way, 1])
      expect(text).toContain('It is of a test network, such as regtest')
      expect(text).not.toMatch(/Confirmed|mined on/)
    }
  })

  test('is rejected with the header of another block', async () => {
    const lying = await serveEsplora(async () => headerAt(height - 1))
    expect(await judge('--esplora', lying.url)).toMatchObject({
      code: 1,
      text: expect.stringContaining(`This is not the header of block ${height} of the proof.`),
    })
    lying.close()
  })

  test('stays unchecked, and the proof genuine, when the explorer does not respond or has no such block', async () => {
    const away = await startProxy()
    const ignorant = await serveEsplora(async () => undefined)
    for (const url of [`${away.url}/api`, ignorant.url]) {
      expect(await judge('--esplora', url)).toMatchObject({
        code: 3,
        text: expect.stringMatching(/^The proof is genuine[\s\S]*The source does not answer/),
      })
    }
    ignorant.close()
    await away.close()
  })

  test('is not asked for at a port that HTTP clients never call, and the command says so', async () => {
    const url = Object.assign(new URL('http://127.0.0.1:6000'), { username: 'user', password: 'secret' })
    for (const way of ['--node', '--esplora'])
      expect(await judge(way, url.href)).toMatchObject({
        code: 64,
        error: expect.stringMatching(/^HTTP clients never call port 6000(?![\s\S]*secret)/),
      })
  })
})
