import { type ChecklistItem, items } from './items.ts'

export type NamedTest = { file: string; title: string; passed: boolean }
type TestsByItem = Record<ChecklistItem, NamedTest[]>

const ids = Object.keys(items) as ChecklistItem[]

/** The tests whose titles contain the id of an item. */
export function testsByItem(tests: readonly NamedTest[]): TestsByItem {
  const found = Object.fromEntries(ids.map((id) => [id, [] as NamedTest[]])) as TestsByItem
  for (const test of tests) {
    const named = new Set(test.title.match(/\b[A-Z]{2}\d{2}\b/g))
    for (const id of ids) if (named.has(id)) found[id].push(test)
  }
  return found
}

/** The page is the same for the same tests in any order, so that two runs can be compared. */
export function formatPage(proof: TestsByItem): string {
  const sections = ids.map((id) => {
    const tests = proof[id].toSorted((a, b) => a.file.localeCompare(b.file) || a.title.localeCompare(b.title))
    const lines = tests.map(({ file, title, passed }) => `- ${passed ? '✓' : '✗'} \`${file}\` — ${escaped(title)}`)
    return [`## ${id} — ${items[id]}`, '', ...(lines.length > 0 ? lines : ['No test yet.']), ''].join('\n')
  })
  const without = ids.filter((id) => proof[id].length === 0)
  return [
    '# What is proven',
    '',
    'Written by `npm test` from what it ran: every item asked for, the tests that carry its id, and whether they passed.',
    without.length > 0 ? `\nWithout a test: ${without.join(', ')}.` : '\nEvery item has a test.',
    '',
    ...sections,
  ].join('\n')
}

/** As Markdown, without the random seeds in the titles of some tests. */
const escaped = (title: string): string => title.replace(/ \(seed \d+\)/, '').replace(/[\\`*_<>[\]]/g, '\\$&')
