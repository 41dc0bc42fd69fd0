import { writeFileSync } from 'node:fs'
import { formatPage, type NamedTest, testsByItem } from './table.ts'

const file = 'docs/checklist.md'

/** Writes what these tests prove; only for a run of all of them. */
export function writeChecklist(tests: readonly NamedTest[]): void {
  writeFileSync(file, formatPage(testsByItem(tests)))
}
