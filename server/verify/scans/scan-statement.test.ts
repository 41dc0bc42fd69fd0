import { expect, test } from 'vitest'
import { foundCode, type ScanResultValues, scanResult, scanStatement, scanValues } from './scan-statement.ts'

test('reads each result column at its position [VD04]', () => {
  const row = foundCode(scanResult as unknown as ScanResultValues)
  expect(Object.entries(row)).toEqual(scanResult.map((name) => [name, name]))
  expect(scanStatement.text).toContain(`select ${scanResult.join(', ')}\n`)
})

test('uses each parameter with one type, and all of them [VD04]', () => {
  const used = new Set(
    [...scanStatement.text.matchAll(/\$(\d+)::("?\w+"?)\[\]/g)].map(([, number, type]) => `${number} ${type}`),
  )
  const names = { address: 'uuid', first: 'int', hasSecret: 'bool', kind: '"char"', placeId: 'int', os: 'smallint' }
  const types = { ...names, visitor: 'bigint', visits: 'bytea', mergedLog: 'bytea', fullLog: 'bytea' }
  const expected = scanValues({ ...types, fullVisits: 'bytea', isRecalled: 'bool' })
  expect([...used].toSorted()).toEqual(expected.map((type, index) => `${index + 1} ${type}`).toSorted())
})
