import { writeFileSync } from 'node:fs'
import { type NamedTest, page, proofs } from './table.ts'

const file = 'docs/checklist.md'

/** Writes what these tests prove; only for a run of all of them. */
export function writeChecklist(tests: readonly NamedTest[]): void {
  writeFileSync(file, page(proofs(tests)))
}
