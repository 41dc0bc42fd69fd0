import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SignerChild } from '#server/anchoring/test/signer-fixture.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { product } from '#server/verify/verify.fixture.ts'
import { openDestination } from './publish/destination.ts'
import { publishLog } from './publish/publish.ts'
import { addBatches, growLog, testLogVkey } from './test/log-fixture.ts'

/** Where Debian's package golang-golang-x-mod-dev has its source. */
const goPath = '/usr/share/gocode'
const hasGo = existsSync(join(goPath, 'src/golang.org/x/mod/sumdb/tlog')) && spawnSync('go', ['version']).status === 0
const source = join(import.meta.dirname, '../../scripts/transparency/go-reader')

/** Needs Debian's golang-go and golang-golang-x-mod-dev: see docs/transparency-log.md. */
describe.skipIf(!hasGo)("the Go project's own implementation of logs", () => {
  const origin = 'log.example/go'
  const folder = mkdtempSync(join(tmpdir(), 'assay-go-'))
  const program = join(folder, 'go-reader')
  let site: TestApp
  let signer: SignerChild
  let logUrl: string
  let proof: string
  let older: string

  const textOf = async (path: string) => (await site.app.inject({ url: path })).body

  const grow = async (batches: number) => {
    await addBatches(site.database, batches)
    await growLog(site, signer, origin)
  }

  async function read(files: { proof?: string; older?: string } = {}, log = logUrl): Promise<string> {
    const [proofFile, olderFile] = [join(folder, 'proof'), join(folder, 'older')]
    writeFileSync(proofFile, files.proof ?? proof)
    writeFileSync(olderFile, files.older ?? older)
    const args = ['-log', log, '-key', testLogVkey(origin), '-older', olderFile, proofFile]
    return promisify(execFile)(program, args).then(
      ({ stdout }) => stdout,
      ({ stderr }) => stderr,
    )
  }

  beforeAll(async () => {
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: goPath, GOCACHE: join(folder, 'cache'), GOFLAGS: '' }
    await promisify(execFile)('go', ['build', '-o', program, '.'], { cwd: source, env })
    ;[site, signer] = await Promise.all([testApp(), SignerChild.start()])
    const { active } = await product(site)
    await grow(300)
    older = await textOf('/log/checkpoint')
    await grow(500)
    const { printed, secret } = active[1]!
    proof = await textOf(`/api/proof/${printed}.tlog-proof?p=${secret}`)
    await grow(70_000)
    logUrl = `${await site.app.listen({ port: 0, host: '127.0.0.1' })}/log`
  }, 180_000)
  afterAll(async () => {
    await site?.close()
    await signer?.end()
    rmSync(folder, { recursive: true, force: true })
  })

  test('accepts a proof, the tiles of 70,801 entries, and an older checkpoint', async () => {
    expect(await read()).toMatch(
      /^the proof leads from entry \d+ to the signed checkpoint of 801 entries\nthe tiles of the published log of 70801 entries contain the same entry\nthe log of 70801 entries continues that of 801\nthe log of 70801 entries continues that of 301\n$/,
    )
  })

  test('reads the static files of LOG_FILES as it reads the server', async () => {
    const files = join(folder, 'files')
    await publishLog(site.services.db.read, site.services.config, openDestination({ folder: files }, undefined))
    const server = createServer(async ({ url }, response) => {
      const content = await readFile(join(files, url!)).catch(() => undefined)
      response.writeHead(content ? 200 : 404).end(content)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    try {
      expect(await read({}, `http://127.0.0.1:${port}`)).toBe(await read())
    } finally {
      server.close()
    }
  })

  test('rejects an entry, a path or a signature that was changed', async () => {
    const lines = proof.split('\n')
    const changed = (at: number, line: string) => ({ proof: lines.with(at, line).join('\n') })
    const extra = JSON.parse(Buffer.from(lines[1]!.slice(6), 'base64').toString())
    const entry = JSON.stringify({ ...extra, entry: extra.entry.replace('"size":3', '"size":4') })
    expect(await read(changed(1, `extra ${Buffer.from(entry).toString('base64')}`))).toMatch(/^refused: proof/)
    expect(await read(changed(3, lines[4]!))).toMatch(/^refused: proof/)
    expect(await read({ proof: proof.replace('\n801\n', '\n802\n') })).toMatch(/^refused: checkpoint of the proof/)
  })

  test('rejects a log that lost entries', async () => {
    const longer = await textOf('/log/checkpoint')
    // A server that shows the first checkpoint again, as after a restore of an old backup.
    const server = createServer(async (request, response) => {
      if (request.url === '/checkpoint') return response.end(older)
      const answer = await site.app.inject({ url: `/log${request.url}` })
      response.writeHead(answer.statusCode).end(answer.rawPayload)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    try {
      expect(await read({ older: longer }, `http://127.0.0.1:${port}`)).toMatch(/^refused: /)
    } finally {
      server.close()
    }
  })
})
