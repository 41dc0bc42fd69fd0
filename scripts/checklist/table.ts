import { type ChecklistItem, items } from './items.ts'

/** `steps`: titles of its steps that name an id. They passed if the test did. */
export type NamedTest = { file: string; title: string; passed: boolean; steps?: readonly string[] }
type TestsByItem = Record<ChecklistItem, NamedTest[]>

const ids = Object.keys(items) as ChecklistItem[]

/** The tests, and the steps of tests, whose titles contain the id of an item. */
export function testsByItem(tests: readonly NamedTest[]): TestsByItem {
  const found = Object.fromEntries(ids.map((id) => [id, [] as NamedTest[]])) as TestsByItem
  for (const { steps = [], ...test } of tests) {
    const parts = [test, ...steps.map((step) => ({ ...test, title: `${test.title} › ${step}` }))]
    for (const [index, part] of parts.entries()) {
      const named = new Set(idsIn(steps[index - 1] ?? test.title))
      for (const id of ids) if (named.has(id)) found[id].push(part)
    }
  }
  return found
}

export const idsIn = (title: string): readonly string[] => title.match(/\b[A-Z]{2}\d{2}\b/g) ?? []

/** The page is the same for the same tests in any order, so that two runs can be compared. */
export function formatPage(tests: TestsByItem): string {
  const sections = ids.map((id) => {
    const sorted = tests[id].toSorted((a, b) => a.file.localeCompare(b.file) || a.title.localeCompare(b.title))
    const lines = sorted.map(({ file, title, passed }) => `- ${passed ? '✓' : '✗'} \`${file}\` — ${escaped(title)}`)
    return [`## ${id} — ${items[id]}`, '', ...(lines.length > 0 ? lines : ['No test yet.']), ''].join('\n')
  })
  const without = ids.filter((id) => tests[id].length === 0)
  return [
    '# Requirements and their tests',
    '',
    'Written by `npm test`: each requirement, the tests whose titles contain its id, and whether they passed.',
    without.length > 0 ? `\nWithout a test: ${without.join(', ')}.` : '\nEvery requirement has a test.',
    '',
    ...sections,
  ].join('\n')
}

/** As Markdown, without the random seeds in the titles of some tests. */
const escaped = (title: string): string => title.replace(/ \(seed \d+\)/, '').replace(/[\\`*_<>[\]]/g, '\\$&')
