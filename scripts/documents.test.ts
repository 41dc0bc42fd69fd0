import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { syncTransitions } from '#client/core/offline/sync/sync-machine.ts'
import { sessionTransitions } from '#client/core/session/session-machine.ts'
import { quotas } from '#shared/app/quotas.ts'

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

/** The names by which links reach the headings of a document. */
const anchorsOf = (file: string) =>
  found(read(file), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

/** The part of a document below a heading of the second level. */
const sectionOf = (file: string, heading: string) => read(file).split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

const rooted = /`((?:server|shared|client|scripts|interop|docs|\.github|\.vscode|\.ci)\/[^`\s<>…]+)`/g
const bare = /`([\w-]+(?:\.\w+)*\.(?:tsx?|mjs|sql|css|json|yml))`/g
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!)

/** A name with the file that contains it: `serve` in `file`, `serve` of `file`, `serve` (`file`), (`serve`, `file`). Not a variable. */
const inFile = /`(?![A-Z\d_]+`)(\w+)(?:\(\))?`\s+(?:in\s+|of\s+|\()`([^`]+\.\w+)`/g
const withFile = /\(`(?![A-Z\d_]+`)(\w+)(?:\(\))?`,\s+`([^`]+\.\w+)`\)/g

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

  test('links only to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#:\s]*)(?:#([^)\s]+))?\)/g)].map(([, path, heading]) => ({
      file: path ? join(dirname(document), path) : document,
      heading,
    }))
    const isDead = ({ file, heading }: (typeof links)[number]) =>
      !existsSync(file) || (heading !== undefined && !anchorsOf(file).includes(heading))
    expect(links.filter(isDead)).toEqual([])
  })

  test('names only npm scripts that exist', () => {
    expect(found(text, /`npm run ([\w:-]+)/g).filter((name) => !scripts[name])).toEqual([])
  })

  test('names a function, type or column only in a file that contains it', () => {
    const places = [inFile, withFile]
      .flatMap((pattern) => [...text.matchAll(pattern)])
      .filter(([, , file]) => existsSync(file!))
    const missing = places.filter(([, name, file]) => !new RegExp(`\\b${name}\\b`).test(read(file!)))
    expect(missing.map(([place]) => place)).toEqual([])
  })
})

test('describes each folder of a domain and each folder of scripts in the architecture', () => {
  const architecture = read('docs/architecture.md')
  const folders = globSync('{client,scripts,server,shared}/*/')
  expect(folders.length).toBeGreaterThan(100)
  const isDescribed = (folder: string) =>
    [`\`*/${basename(folder)}\``, `\`${folder.replace(/\/$/, '')}`].some((name) => architecture.includes(name))
  expect(folders.filter((folder) => !isDescribed(folder))).toEqual([])
})

test('lists each term once in the glossary', () => {
  const terms = [...read('docs/glossary.md').matchAll(/^- \*\*(.+?)\*\*( \(of .+?\))?/gm)].map(
    ([, term, of = '']) => `${term}${of}`,
  )
  expect(terms.length).toBeGreaterThan(60)
  expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([])
})

test('names a file that defines the term in each entry of the glossary', () => {
  const entries = read('docs/glossary.md').match(/^- \*\*[\s\S]*?(?=^- \*\*|^#|\n\n)/gm) ?? []
  expect(entries.length).toBeGreaterThan(100)
  expect(entries.filter((entry) => found(entry, rooted).length === 0)).toEqual([])
})

test('lists the quotas in their order with their numbers', () => {
  const unitBytes = { kB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }
  const numberOf = (cell: string) => {
    const [number, unit] = cell.replaceAll(',', '').split(' ')
    return cell === '' ? undefined : Number(number) * (unit ? unitBytes[unit as keyof typeof unitBytes] : 1)
  }
  const section = sectionOf('docs/limits.md', 'Stored data of a merchant')
  const rows = [...section.matchAll(/^\| [^|]+\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)]
  const written = rows.map((cells) => cells.slice(1).map((cell) => numberOf(cell.trim())))
  const declared = Object.values(quotas).map(({ max, perCode, unconfirmed }) => [max, perCode, unconfirmed])
  expect(written).toEqual(declared)
})

test.each<[string, Record<string, Record<string, string>>]>([
  ['The session of a tab', sessionTransitions],
  ['The sync of a tab', syncTransitions],
])('%s: says where each event leads from each state', (heading, transitions) => {
  const section = sectionOf('docs/architecture.md', heading)
  const names = (text: string) => found(text, /`(\w+)`/g)
  const all = [...new Set(Object.values(transitions).flatMap((moves) => Object.entries(moves).flat()))]
  const steps = names(/^The steps are .+?\./m.exec(section)?.[0] ?? '')
  const statesOf = (cell: string) => {
    if (cell === 'every step') return steps
    return cell.startsWith('any') ? all.filter((state) => !names(cell).includes(state)) : names(cell)
  }
  const written: Record<string, Record<string, string>> = {}
  let events: string[] = []
  for (const [, event, from, to] of section.matchAll(/^\| (?:(`[^|]+) )?\| ([^|]+) \| ([^|]+) \|$/gm)) {
    // A row without an event continues the one above.
    if (event) events = names(event.split(':')[0]!)
    const moves = Object.fromEntries(statesOf(from!).map((state) => [state, names(to!)[0] ?? state]))
    for (const name of events) written[name] = { ...written[name], ...moves }
  }
  expect(written).toEqual(transitions)
})

test('says what each package is for, and names no other', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))
  const used = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const rows = sectionOf('CONTRIBUTING.md', 'Packages').match(/^\| `.*? \| /gm) ?? []
  const listed = rows.flatMap((row) => found(row, /`([^`]+)`/g))
  /** `@types/*` stands for all packages whose names begin so. */
  const isMeant = (one: string, name: string) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one)
  expect(used.filter((name) => !listed.some((one) => isMeant(one, name)))).toEqual([])
  expect(listed.filter((one) => !used.some((name) => isMeant(one, name)))).toEqual([])
})

/** The names of an object literal in a program, in the order of the program. */
const namesIn = (file: string, ...starts: string[]) =>
  starts.flatMap((start) => {
    const text = read(file).split(start)[1]!
    return found(text.slice(0, text.indexOf('\n}')), /^ {2}'?([\w-]+)'?[:,]/gm)
  })

test('describes each benchmark and each attack probe', () => {
  const benches = namesIn('scripts/bench.ts', 'const benches')
  const probes = namesIn('scripts/attack.ts', 'const quick: ', 'const slow: ')
  expect(benches.length).toBeGreaterThan(20)
  expect(probes.length).toBeGreaterThan(15)
  const described = (text: string) => (name: string) => text.includes(`\`${name}\``)
  expect(benches.filter((name) => !described(read('docs/benchmarks.md'))(name))).toEqual([])
  expect(probes.filter((name) => !described(sectionOf('CONTRIBUTING.md', 'Attacks'))(name))).toEqual([])
})

test('lists every decision once in the index, under its date', () => {
  const rows = [...read('docs/decisions/README.md').matchAll(/^\| (\S+) \| \[.+?\]\((.+?)\) \|/gm)]
  const listed = rows.map(([, date, file]) => `${date} ${file}`)
  const files = globSync('docs/decisions/2*.md').map((file) => basename(file))
  expect(listed.toSorted()).toEqual(files.map((file) => `${file.slice(0, 10)} ${file}`).toSorted())
})
