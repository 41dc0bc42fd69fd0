import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { items } from './items.ts'
import { idsIn } from './table.ts'

const files = globSync('{server,shared,client,scripts}/**/*.{test.ts,test.tsx,e2e.ts}').toSorted()
/** The ids at the end of a title: `'rejects … [CO06]'`. */
const end = /\[([A-Z]{2}\d{2}(?: [A-Z]{2}\d{2})*)\]['"`]/g
const title = /\b(?:test|it|describe|step)(?:\.\w+)*(?:\([^()]*\)|`[^`]*`)?\(\s*(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g

const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const titles = texts.flatMap(({ file, text }) =>
  [...text.matchAll(end)].flatMap(([, ids]) => idsIn(ids!).map((id) => ({ id, file }))),
)

test('finds the ids in the titles of tests', () => {
  expect(titles.length).toBeGreaterThan(1000)
})

test('finds no title that begins with an id or has more than 100 characters', () => {
  const all = texts.flatMap(({ text }) => [...text.matchAll(title)].map(([, , words]) => words!))
  expect(all.filter((words) => words.length > 100 || /^[A-Z]{2}\d{2}\b/.test(words))).toEqual([])
})

test('has a sentence for each id in the title of a test', () => {
  expect(titles.filter(({ id }) => !(id in items) && id !== 'CO99')).toEqual([])
})

test('has a sentence that says what the product does, on one line, for each requirement', () => {
  expect(Object.entries(items).filter(([, sentence]) => !/^[A-Z].{20,110}\.$/.test(sentence))).toEqual([])
})
