import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * The documents that describe the present state of the project. Decisions and the changelog describe earlier states, so they may
 * name files that no longer exist.
 */
const documents = [
  ...globSync('*.md').filter((file) => file !== 'CHANGELOG.md'),
  ...globSync('{docs,interop}/*.md'),
  'docs/decisions/README.md',
].toSorted()
const read = (file: string) => readFileSync(file, 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const roots = '{server,shared,client,scripts,interop}'
const fileNames = new Set(globSync([`${roots}/**/*.*`, '*.*', '{.vscode,docs}/*.*']).map((file) => basename(file)))

const rooted = /`((?:server|shared|client|scripts|interop|docs|\.github|\.vscode|\.ci)\/[^`\s<>…]+)`/g
const bare = /`([\w-]+(?:\.\w+)*\.(?:tsx?|mjs|sql|css|json|yml))`/g
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!)

/** A path may contain asterisks: then it has to match at least one file. */
const isThere = (path: string) => (path.includes('*') ? globSync(path).length > 0 : existsSync(path))

test('finds the documents of the project', () => {
  const expected = ['CONTRIBUTING.md', 'README.md', 'docs/architecture.md', 'docs/benchmarks.md', 'docs/glossary.md']
  expect(documents).toEqual(expect.arrayContaining(expected))
  expect(documents.flatMap((file) => found(read(file), rooted)).length).toBeGreaterThan(200)
})

describe.each(documents)('%s', (document) => {
  const text = read(document)

  test('names only paths and files that exist', () => {
    expect(found(text, rooted).filter((path) => !isThere(path))).toEqual([])
    expect(found(text, bare).filter((name) => !fileNames.has(name))).toEqual([])
  })

  test('links only to files that exist', () => {
    const links = found(text, /\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)
    expect(links.filter((link) => !existsSync(join(dirname(document), link)))).toEqual([])
  })

  test('names only npm scripts that exist', () => {
    expect(found(text, /`npm run ([\w:-]+)/g).filter((name) => !scripts[name])).toEqual([])
  })

  test('names a function, type or column only in a file that contains it', () => {
    const places = [...text.matchAll(/`(\w+)(?:\(\))?`\s+in\s+`([^`]+\.\w+)`/g)].filter(([, , file]) =>
      existsSync(file!),
    )
    const missing = places.filter(([, name, file]) => !new RegExp(`\\b${name}\\b`).test(read(file!)))
    expect(missing.map(([place]) => place)).toEqual([])
  })
})

test('lists each term once in the glossary', () => {
  const terms = [...read('docs/glossary.md').matchAll(/^- \*\*(.+?)\*\*( \(of .+?\))?/gm)].map(
    ([, term, of = '']) => `${term}${of}`,
  )
  expect(terms.length).toBeGreaterThan(60)
  expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([])
})

test('lists every decision once in the index, under its date', () => {
  const rows = [...read('docs/decisions/README.md').matchAll(/^\| (\S+) \| \[.+?\]\((.+?)\) \|/gm)]
  const listed = rows.map(([, date, file]) => `${date} ${file}`)
  const files = globSync('docs/decisions/2*.md').map((file) => basename(file))
  expect(listed.toSorted()).toEqual(files.map((file) => `${file.slice(0, 10)} ${file}`).toSorted())
})
