import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../interop')
const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0
/** Its bytes depend on the version of zlib. */
const compressed = 'proof/deflated.zip'
const isWritten = (file: string) => file.endsWith('.json') || file.endsWith('.zip')

/** By name: JSON as its value, an archive as its bytes. */
function contentsOf(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isWritten).toSorted()
  return files.map((file) => {
    const bytes = readFileSync(join(folder, file))
    if (file === compressed) return [file, unzipSync(bytes)]
    return [file, file.endsWith('.json') ? JSON.parse(bytes.toString()) : bytes.toString('hex')]
  })
}

test.skipIf(!hasPython)('finds in the folder what the implementation in Python writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-interop-'))
  try {
    const { status, stderr } = spawnSync('python3', [join(root, 'generate.py'), folder], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    expect(contentsOf(root)).toEqual(contentsOf(folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
