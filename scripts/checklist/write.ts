import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { formatPage, type NamedTest, testsByItem } from './table.ts'

const file = 'dist/checklist.md'

/** Writes which tests cover each requirement. Call it only after a run of all tests. */
export function writeChecklist(tests: readonly NamedTest[]): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, formatPage(testsByItem(tests)))
}
