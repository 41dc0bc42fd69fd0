import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { auditActionText } from '#shared/audit/action-text.ts'

/** Actions whose name is put together from a fixed part and one of these words. */
const composed: Record<string, readonly string[]> = {
  business: ['approve', 'reject', 'unapprove'],
  logistic: ['arrived', 'endSensorLogging'],
  verdict: ['acknowledged', 'closed'],
}
const source = globSync('server/**/*.ts', { exclude: ['**/*.test.ts', '**/*.fixture.ts', 'server/core/test/**'] })
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** The text between the parentheses that begin before `at`. */
function argumentsAt(at: number): string {
  let open = 1
  let end = at
  for (; open > 0; end++) open += source[end] === '(' ? 1 : source[end] === ')' ? -1 : 0
  return source.slice(at, end)
}

function auditedActions(): string[] {
  const calls = [...source.matchAll(/\b(?:audit|announceBalance)\(/g)].map(({ index, 0: call }) =>
    argumentsAt(index + call.length),
  )
  // Operations of devices name their action in the declaration of their batch.
  const declared = [...source.matchAll(/\baction: '\w+\.\w+'/g)].map(([text]) => text)
  const actions = [...calls, ...declared].flatMap((text) => [
    ...[...text.matchAll(/'([a-z]+\.[a-zA-Z]+)'/g)].map((found) => found[1]!),
    ...[...text.matchAll(/`([a-z]+)\.\$\{/g)].flatMap(([, domain]) =>
      composed[domain!]!.map((word) => `${domain}.${word}`),
    ),
  ])
  return [...new Set(actions)].map((action) => action.replace('.', '_')).sort()
}

test('has a sentence for each audited action, and none for others', () => {
  expect(Object.keys(auditActionText.enUS).sort()).toEqual(auditedActions())
})
