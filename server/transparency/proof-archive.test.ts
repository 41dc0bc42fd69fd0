import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasReference, readWithReference } from '#server/anchoring/test/ots-oracle.ts'
import { SignerChild } from '#server/anchoring/test/signer-fixture.ts'
import { openEd25519Key } from '#server/core/auth/ed25519-key.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { type Product, product } from '#server/verify/verify.fixture.ts'
import { describeBitcoin, describeFinding } from '#shared/transparency/describe-finding.ts'
import { howToText } from '#shared/transparency/how-to.ts'
import { keyTypes, parseNote, signatureLine } from '#shared/transparency/note.ts'
import { type Policy, parsePolicy, policyOf } from '#shared/transparency/policy.ts'
import { type VerifiedProof, verifyProofArchive } from '#shared/transparency/verify-proof-archive.ts'
import { addBatches, growLog, testLogVkey } from './test/log-fixture.ts'

const origin = 'log.example/archive'
const command = join(import.meta.dirname, '../../dist/transparency/command/assay-verify.js')
const folder = mkdtempSync(join(tmpdir(), 'assay-archive-'))
let site: TestApp
let signer: SignerChild
let goods: Product
let policy: Policy
let archive: Uint8Array

const get = (path: string, language = 'en') =>
  site.app.inject({ url: `/api/proof/${path}?p=${goods.active[1]!.secret}`, headers: { 'accept-language': language } })

beforeAll(async () => {
  ;[site, signer] = await Promise.all([testApp(), SignerChild.start()])
  goods = await product(site)
}, 120_000)
afterAll(async () => {
  await site?.close()
  await signer?.end()
  rmSync(folder, { recursive: true, force: true })
})

const grow = () => growLog(site, signer, origin)

test('contains all files that prove a code when its batch is in the log', async () => {
  const { printed } = goods.active[1]!
  const early = await get(`${printed}.zip`)
  expect([early.statusCode, early.json().error]).toEqual([404, 'anchoring.notLogged'])
  await addBatches(site.database, 300)
  await grow()
  policy = parsePolicy((await site.app.inject({ url: '/log/policy' })).body)
  const answer = await get(`${printed}.zip`, 'ru')
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="proof-${printed}.zip"`,
  })
  archive = new Uint8Array(answer.rawPayload)
  const files = unzipSync(archive)
  expect(Object.keys(files)).toEqual([
    'payload.json',
    'payload.json.ots',
    'payload.json.tlog-proof',
    'checkpoint.txt',
    'HOW-TO.txt',
  ])
  const text = (name: string) => Buffer.from(files[name]!).toString()
  expect(text('HOW-TO.txt')).toContain('ots verify payload.json.ots')
  expect(text('HOW-TO.txt')).toContain('Как проверить без сети')
  expect(howToText('enUS', { code: printed, publicUrl: 'https://a.example' }).split(printed)).toHaveLength(2)
  expect(text('payload.json.tlog-proof')).toBe((await get(`${printed}.tlog-proof`)).body)
  expect(text('payload.json.tlog-proof').endsWith(`\n\n${text('checkpoint.txt')}`)).toBe(true)
  expect(Buffer.from(files['payload.json']!)).toEqual((await get(`${printed}/payload`)).rawPayload)
  expect(verifyProofArchive(archive, policy)).toMatchObject({
    outcome: 'genuine',
    code: printed,
    log: origin,
    logSize: 301,
    entry: { batch: 'A1', size: 3, products: [{ trademark: 'RIMBA', sku: 'B1', name: 'Bag' }] },
    bitcoin: { fault: null, attestations: [{ height: null }] },
  })
})

test.skipIf(!hasReference)('has a Bitcoin file that the reference library reads for the payload beside it', () => {
  const files = unzipSync(archive)
  const [read] = readWithReference([files['payload.json.ots']!])
  expect(read).toMatchObject({ ok: true, attestations: [{ kind: 'pending' }] })
})

type Files = Record<string, Uint8Array>
const packed = (change: (files: Files) => void): Uint8Array => {
  const files = unzipSync(archive)
  change(files)
  return zipSync(files)
}
const edited = (name: string, from: string | RegExp, to: string, alsoIn = name) =>
  packed((files) => {
    for (const one of new Set([name, alsoIn])) {
      const text = Buffer.from(files[one]!).toString()
      expect(text).toMatch(from)
      files[one] = strToU8(text.replace(from, to))
    }
  })

/** Changed archives, and the finding for each. */
const tampered = () => ({
  'another payload': [edited('payload.json', 'Leather', 'Plastic'), 'payload'],
  'another code of the same batch': [
    packed((files) => {
      const lines = Buffer.from(files['payload.json.tlog-proof']!).toString().split('\n')
      const extra = JSON.parse(Buffer.from(lines[1]!.slice(6), 'base64').toString())
      lines[1] = `extra ${Buffer.from(JSON.stringify({ ...extra, address: '00'.repeat(16) })).toString('base64')}`
      files['payload.json.tlog-proof'] = strToU8(lines.join('\n'))
    }),
    'payload',
  ],
  'another merchant in the entry': [
    packed((files) => {
      const lines = Buffer.from(files['payload.json.tlog-proof']!).toString().split('\n')
      const extra = JSON.parse(Buffer.from(lines[1]!.slice(6), 'base64').toString())
      const entry = extra.entry.replace('RIMBA', 'OTHER')
      lines[1] = `extra ${Buffer.from(JSON.stringify({ ...extra, entry })).toString('base64')}`
      files['payload.json.tlog-proof'] = strToU8(lines.join('\n'))
    }),
    'entry',
  ],
  'another place in the log': [edited('payload.json.tlog-proof', /^index \d+$/m, 'index 7'), 'entry'],
  'another size': [edited('payload.json.tlog-proof', '\n301\n', '\n300\n'), 'signature'],
  'another checkpoint beside the proof': [edited('checkpoint.txt', '\n301\n', '\n302\n'), 'checkpoint'],
  'a line after the checkpoint beside the proof': [edited('checkpoint.txt', /$/, 'more\n'), 'checkpoint'],
  'a shortened proof': [edited('payload.json.tlog-proof', /\n\n[\s\S]*/, '\n'), 'unreadable'],
  'a payload that is no JSON': [edited('payload.json', '{', '['), 'unreadable'],
  'another Bitcoin file': [packed((files) => (files['payload.json.ots']![40]! ^= 1)), 'ots'],
  'facts that the payload does not state': [packed((files) => (files['rest.json'] = strToU8('{}'))), 'rest'],
})

test('rejects an archive after each kind of change', () => {
  for (const [what, [zip, error]] of Object.entries(tampered())) {
    const finding = verifyProofArchive(zip as Uint8Array, policy)
    expect([what, finding]).toEqual([what, { outcome: 'broken', error }])
  }
})

test('says that a damaged Bitcoin file cannot be read, and that the log proves the statement', () => {
  const page = strToU8('<!doctype html><title>502 Bad gateway</title>')
  const faults = [
    [(ots: Uint8Array) => ots.subarray(0, -3), 'truncated', /ends too early/],
    [() => page, 'message', /web page or a message of a server/],
    [(ots: Uint8Array) => Buffer.concat([ots, page]), 'trailing', /bytes after its end/],
  ] as const
  for (const [change, fault, words] of faults) {
    const zip = packed((files) => (files['payload.json.ots'] = change(files['payload.json.ots']!)))
    const finding = verifyProofArchive(zip, policy)
    expect(finding).toMatchObject({ outcome: 'genuine', bitcoin: { fault } })
    const { tone, title } = describeFinding(finding, 'enUS')
    expect([tone, title]).toEqual(['unsure', 'The log proves the statement, but the Bitcoin file cannot be read'])
    const [line] = describeBitcoin((finding as VerifiedProof).bitcoin, undefined, 'enUS')
    expect(line).toMatch(words)
    expect(line).not.toMatch(/another|belongs|rely/)
  }
})

test('never calls a proof whole whose log it does not know or whose signature is of another key', () => {
  const foreign = verifyProofArchive(
    edited('payload.json.tlog-proof', `${origin}\n`, 'log.example/other\n', 'checkpoint.txt'),
    policy,
  )
  expect(foreign).toEqual({ outcome: 'foreign', log: 'log.example/other', trusted: [origin] })
  expect(describeFinding(foreign, 'enUS').lead).toContain('its signatures were not checked')
  // A forger signs with a key of his own, under the name of the trusted log.
  const own = verifyProofArchive(
    edited('payload.json.tlog-proof', /^— \S+ \S+$/m, foreignSignature(), 'checkpoint.txt'),
    policy,
  )
  expect(own).toEqual({ outcome: 'broken', error: 'key' })
  expect(describeFinding(own, 'enUS').lead).toContain('no key of this log has signed it')
})

test('rejects an archive with a signature of another key, and reports it as foreign for another policy', () => {
  const signature = /^— \S+ (\S+)$/m
  const forged = edited('payload.json.tlog-proof', signature, `— ${origin} ${forgedSignature()}`)
  expect(verifyProofArchive(forged, policy)).toEqual({ outcome: 'broken', error: 'signature' })
  const other = parsePolicy(`log ${testLogVkey('log.example/stranger')}\nquorum none\n`)
  expect(verifyProofArchive(archive, other)).toMatchObject({ outcome: 'foreign', log: origin })
})

test('is unwitnessed for a policy whose witnesses did not sign', () => {
  const key = { ...policy.logs[0]!, name: 'witness.example', type: keyTypes.cosignature }
  const wanted = policyOf(policy.logs, [{ name: 'witness.example', key, url: null }], 1)
  expect(verifyProofArchive(archive, wanted)).toMatchObject({ outcome: 'unwitnessed', witnesses: [] })
})

/** A valid key id, and a signature of nothing. */
function forgedSignature(): string {
  const text = Buffer.from(unzipSync(archive)['checkpoint.txt']!).toString()
  const bytes = Buffer.from(/^— \S+ (\S+)$/m.exec(text)![1]!, 'base64')
  return Buffer.concat([bytes.subarray(0, 4), Buffer.alloc(64, 1)]).toString('base64')
}

/** A signature of a key that is not in the policy, under the name of its log. */
function foreignSignature(): string {
  const text = Buffer.from(unzipSync(archive)['checkpoint.txt']!).toString()
  const key = openEd25519Key(Buffer.alloc(32, 7))
  const named = { name: origin, type: keyTypes.note, publicKey: key.publicKey }
  return signatureLine(named, key.sign(strToU8(parseNote(text)!.body))).trimEnd()
}

test.skipIf(!existsSync(command))('is judged by the command as by the page', async () => {
  const page = (await site.app.inject({ url: '/verify.html' })).body
  expect(page.length).toBeLessThan(200_000)
  expect(decodeURIComponent(/id="policy">([^<]*)</.exec(page)![1]!)).toContain(`log ${origin}+`)
  writeFileSync(join(folder, 'policy'), (await site.app.inject({ url: '/log/policy' })).body)
  const judge = (zip: Uint8Array, ...more: string[]) => {
    writeFileSync(join(folder, 'proof.zip'), zip)
    const words = [command, '--policy', join(folder, 'policy'), join(folder, 'proof.zip'), ...more]
    const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    return [status, stdout.split('\n')[0]]
  }
  expect(judge(archive)).toEqual([0, 'The proof is genuine'])
  expect(judge(archive, '--lang', 'ru')).toEqual([0, 'Доказательство подлинное'])
  expect(judge(tampered()['another payload'][0] as Uint8Array)).toEqual([1, 'This proof is not valid'])
  const foreign = edited('payload.json.tlog-proof', `${origin}\n`, 'log.example/other\n', 'checkpoint.txt')
  expect(judge(foreign)).toEqual([2, 'This proof belongs to another log'])
  expect(judge(archive.subarray(0, -1))).toEqual([1, 'The file cannot be read as a proof'])
  expect(judge(new Uint8Array(5_000_000))).toEqual([1, 'The file cannot be read as a proof'])
  expect(judge(archive, '--nonsense')[0]).toBe(64)
})
