import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('imports the query builder in one place only, because each import reads its list of exports', () => {
  const importing = globSync('{server,shared,scripts}/**/*.ts').filter((file) =>
    /from 'drizzle-orm(\/pg-core)?'/.test(readFileSync(file, 'utf8')),
  )
  expect(importing.toSorted()).toEqual(['server/core/drizzle/orm.ts', 'server/core/drizzle/pg-core.ts'])
})
