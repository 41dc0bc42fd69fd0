import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from './harness.ts'

/** Runs the examples in the doc comments of exported functions. How they are written: CONTRIBUTING, "Examples". */
type Example = { file: string; name: string; code: string }

/** A doc comment with an example, and the name of the export below it. */
const documented =
  /\/\*\*((?:(?!\*\/)[\s\S])*?@example(?:(?!\*\/)[\s\S])*)\*\/\nexport (?:async )?(?:function\*?|const|class) (\w+)/g
const sources = globSync('{client,server,shared}/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))

function examplesIn(file: string): Example[] {
  const text = readFileSync(file, 'utf8')
  return Array.from(text.matchAll(documented), ([, comment, name]) => ({
    file,
    name: name!,
    code: comment!.replace(/^[\s\S]*?^ \* @example$/m, '').replaceAll(/^ \* ?/gm, ''),
  }))
}
const examples = sources.flatMap(examplesIn)

const importLine = /^import (\{.+\}) from ('.+')$/
const resultLine = /^(\S.*) \/\/ (=>|throws) (.+)$/

/** The example as the body of a function: imports become calls, and each line with a result a comparison. */
const bodyOf = (code: string): string =>
  code
    .split('\n')
    .map((line) => line.replace(importLine, 'const $1 = await load($2)'))
    .map((line) => {
      const [, left, sign, right] = resultLine.exec(line) ?? []
      if (left === undefined) return line
      if (sign === 'throws') return `await throws(async () => (${left}), ${JSON.stringify(right)})`
      return `await equals(async () => (${left}), async () => (${right}), ${JSON.stringify(left)})`
    })
    .join('\n')

const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

const tools = {
  load: (specifier: string) => import(specifier),
  equals: async (actual: () => Promise<unknown>, expected: () => Promise<unknown>, line: string) =>
    expect(await actual(), line).toEqual(await expected()),
  throws: async (run: () => Promise<unknown>, words: string) => expect(run()).rejects.toThrow(words),
  async testApp(...options: Parameters<typeof testApp>): Promise<TestApp> {
    const started = await testApp(...options)
    apps.push(started)
    return started
  },
}
const AsyncFunction = (async () => {}).constructor as new (
  ...source: string[]
) => (...scope: unknown[]) => Promise<void>

async function run({ file, code }: Example): Promise<void> {
  const scope = { ...((await import(resolve(file))) as object), ...tools }
  // A block, so that an example may use a name that its file exports.
  await new AsyncFunction(...Object.keys(scope), `{${bodyOf(code)}}`)(...Object.values(scope))
}

describe('examples in doc comments', () => {
  test('are found, each with a result', () => {
    const written = sources.flatMap((file) => readFileSync(file, 'utf8').match(/^ \* @example$/gm) ?? [])
    expect(examples.length).toBe(written.length)
    expect(examples.length).toBeGreaterThanOrEqual(30)
    expect(examples.filter(({ code }) => !code.split('\n').some((line) => resultLine.test(line)))).toEqual([])
  })

  test.each(examples)('$name in $file', run)

  test('fail when a value differs, an error is missing or a line cannot be run', async () => {
    const file = 'shared/core/i18n/fill.ts'
    const differing = [
      "fill('{{n}}', { n: 1 }) // => '2'",
      "fill('') // throws no text",
      'fill( // => 1',
      "fil('') // => ''",
    ]
    for (const code of differing) await expect(run({ file, name: 'fill', code }), code).rejects.toThrow()
    await run({ file, name: 'fill', code: "fill('{{n}}', { n: 1 }) // => '1'" })
  })
})
