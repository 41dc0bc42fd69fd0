import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkFiles, refuseUnread } from '#client/transparency/check-files.ts'
import proofs from '#interop/proof.json' with { type: 'json' }
import { parsePolicy } from '#shared/transparency/policy.ts'
import { verifyProofArchive } from '#shared/transparency/verify-proof-archive.ts'

const root = join(import.meta.dirname, '../..')
const pathOf = (file: string) => join(root, 'interop', file)
const command = join(root, 'dist/transparency/command/assay-verify.js')
const policy = parsePolicy(proofs.policy)
const folder = mkdtempSync(join(tmpdir(), 'assay-interop-'))
const policyFile = join(folder, 'policy')
writeFileSync(policyFile, proofs.policy)
afterAll(() => rmSync(folder, { recursive: true }))

const readers = [
  { reader: 'checker', finding: (bytes: Uint8Array) => verifyProofArchive(bytes, policy) },
  {
    reader: 'checker page',
    finding(bytes: Uint8Array) {
      const chosen = { name: 'proof.zip', size: bytes.length, bytes }
      return refuseUnread([chosen]) ?? checkFiles([chosen], policy)
    },
  },
]

describe.each(readers)('$reader', ({ finding }) => {
  test.each(proofs.archives)('finds what is stated about an archive: $why [VE03]', ({ why: _, file, ...expected }) => {
    expect(finding(new Uint8Array(readFileSync(pathOf(file))))).toMatchObject(expected)
  })
})

const statuses: Record<string, number> = { genuine: 0, unwitnessed: 2, foreign: 2, broken: 1, unread: 1 }

/** The first archive of each outcome: the command reads archives with `checkFiles`, too. */
const ofEachOutcome = [...Map.groupBy(proofs.archives, ({ outcome }) => outcome).values()].map(([first]) => first!)

test.skipIf(!existsSync(command))('command: exits with the status of each outcome [VE03]', () => {
  for (const { why, file, outcome } of ofEachOutcome) {
    const { status } = spawnSync(process.execPath, [command, '--policy', policyFile, pathOf(file)])
    expect([why, status]).toEqual([why, statuses[outcome]])
  }
})
