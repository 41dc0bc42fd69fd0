// @vitest-environment node
import { expect, test } from 'vitest'
import { formatAddress } from '#shared/verify/code/code.ts'
import { withRowErrors } from './row-errors.ts'

const address = (n: number) => `0f1e2d3c-4b5a-6978-8796-${n.toString(16).padStart(12, '0')}`
const printed = (n: number) => `HTTPS://ASSAY.EXAMPLE/V/${formatAddress(address(n))}K7M2XQ9PDW4HTZ3R`

const notes = { encoding: 'utf-8' as const, others: [], titleRows: 0, emptyRows: 0, shortRows: [], unusedColumns: [] }

test('reports rows without a code, with an invalid code and duplicate codes before sending [CO06]', () => {
  const rows = [
    { row: 2, code: printed(1) },
    { row: 3, code: 'not a code' },
    { row: 5, code: formatAddress(address(2)) },
    { row: 6, code: printed(2) },
  ]
  const list = withRowErrors({ kind: 'list', rows, unsendable: [{ row: 4, code: '', problem: 'blank' }], notes })
  expect(list).toMatchObject({
    rows,
    faults: [
      { row: 3, code: 'not a code', problem: 'unreadable' },
      { row: 4, code: '', problem: 'blank' },
      { row: 6, code: printed(2), problem: 'duplicate' },
    ],
  })
})

test('reports no row errors when the list could not be read [CO06]', () => {
  expect(withRowErrors({ kind: 'empty' })).toEqual({ kind: 'empty' })
})
