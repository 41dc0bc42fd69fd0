import { afterEach, describe, expect, test, vi } from 'vitest'
import { recomputeProof } from '#client/verify/result/recompute-proof.ts'
import payloads from '#interop/payload.json' with { type: 'json' }
import { codeLeaf, sha256 } from '#server/anchoring/proof/merkle.ts'
import { codeOffset, payloadOfCode } from '#shared/activation/payload-of-code.ts'
import { hexOf } from '#shared/core/bytes.ts'
import { sha256Of } from '#shared/transparency/crypto.ts'
import { formatAddress } from '#shared/verify/code/code.ts'

afterEach(() => void vi.unstubAllGlobals())

type Anchored = { address: string; sha256: string }

/** What the page computes from the shown text, when the server answers with the proof of a tree of one leaf. */
async function isProvenByPage(payload: string, { address, sha256: digest }: Anchored): Promise<boolean> {
  const root = codeLeaf(Buffer.from(digest, 'hex'), Buffer.from(address, 'hex')).toString('hex')
  vi.stubGlobal('fetch', async () => Response.json({ address, digest, root, path: [] }))
  const printed = { code: formatAddress(address), secret: '', language: 'enUS', theme: undefined } as const
  return (await recomputeProof(printed, { payload }, new AbortController().signal)).holds
}

const readers = [
  {
    reader: 'server',
    accepts: (payload: string, anchored: Anchored) => sha256(payload).toString('hex') === anchored.sha256,
  },
  {
    reader: 'checker',
    accepts: (payload: string, anchored: Anchored) =>
      hexOf(sha256Of(new TextEncoder().encode(payload))) === anchored.sha256,
  },
  { reader: 'verify page', accepts: isProvenByPage },
]

describe.each(readers)('$reader', ({ accepts }) => {
  test.each(payloads.valid)('accepts $why [CO08]', async ({ payload, ...anchored }) => {
    expect(await accepts(payload, anchored)).toBe(true)
  })

  test.each(payloads.invalid)('rejects $why [CO08]', async ({ payload, of }) => {
    expect(await accepts(payload, payloads.valid[of]!)).toBe(false)
  })
})

test.each(payloads.valid)('fills code, order and serial into the shared text: $why [CO08]', (valid) => {
  const { shared, address, payload } = valid
  expect(payloadOfCode(shared, address, 'serial' in valid ? valid.serial : undefined)).toBe(payload)
  if (payload !== shared) expect(payload.slice(codeOffset, codeOffset + 26)).toBe(formatAddress(address))
})
