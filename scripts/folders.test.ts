import { globSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { domains } from '#server/domains.ts'

const maxFiles = 20
/** Migrations are ordered by number and never divided. Images of the public folder have fixed addresses. */
const isExempt = (folder: string) => folder.startsWith('server/core/migrations') || folder.includes('/public/')

test.each(['client', 'server', 'shared', 'scripts'])('finds at most 20 files in each folder of %s', (room) => {
  const files = readdirSync(room, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const byFolder = Map.groupBy(files, ({ parentPath }) => parentPath)
  const large = [...byFolder].filter(([folder, inside]) => inside.length > maxFiles && !isExempt(folder))
  expect(large.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([])
})

test('names each domain after its folder, and lists each once', () => {
  const folders = globSync('server/*/domain.ts').map((file) => file.split('/')[1])
  expect(domains.map(({ name }) => name).toSorted()).toEqual(['core', ...folders].toSorted())
})
