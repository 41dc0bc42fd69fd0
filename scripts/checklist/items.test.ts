import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { items } from './items.ts'
import { idsIn } from './table.ts'

const files = globSync('{server,shared,client,scripts}/**/*.{test.ts,test.tsx,e2e.ts}').toSorted()
/** The ids at the beginning of a title (`'CO06 rejects …'`) or at its end (`'rejects … [CO06]'`). */
const beginning = /['"`]((?:[A-Z]{2}\d{2} )+)/g
const end = /\[([A-Z]{2}\d{2}(?: [A-Z]{2}\d{2})*)\]['"`]/g

const titles = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(beginning), ...text.matchAll(end)].flatMap(([, ids]) =>
    idsIn(ids!).map((id) => ({ id, file })),
  )
})

test('finds the ids in the titles of tests', () => {
  expect(titles.length).toBeGreaterThan(1000)
})

test('has a sentence for each id in the title of a test', () => {
  expect(titles.filter(({ id }) => !(id in items) && id !== 'CO99')).toEqual([])
})

test('has a sentence that says what the product does, on one line, for each requirement', () => {
  expect(Object.entries(items).filter(([, sentence]) => !/^[A-Z].{20,110}\.$/.test(sentence))).toEqual([])
})
