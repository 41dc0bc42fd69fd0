// @vitest-environment node
import { expect, test } from 'vitest'
import { readSerials } from './read-serials.ts'

const read = (text: string) => readSerials(new TextEncoder().encode(text), { languages: ['en'] })

test('reads the serials of a file, and names the rows that cannot be used', () => {
  const url = `https://assay.example/V/${'0'.repeat(26)}GMY780WKFP5P4EAP`
  const list = read(`Note;Serial No\n1;000417\n2; 000418 \n3;\n4;000417\n5;'=1+1\n6;${'x'.repeat(65)}\n7;${url}\n`)
  if (list.kind !== 'list') throw new Error(list.kind)
  expect([list.serials, list.rows]).toEqual([
    ['000417', '000418', '=1+1'],
    [2, 3, 6],
  ])
  expect(list.faults.map(({ row, problem }) => [row, problem])).toEqual([
    [4, 'blank'],
    [5, 'duplicate'],
    [7, 'tooLong'],
    [8, 'code'],
  ])
  expect(list.notes.unusedColumns).toEqual(['Note'])
})

test('takes no file without a column of serials', () => {
  expect(read('Name\nTea\n')).toMatchObject({ kind: 'noColumns', found: ['Name'] })
})
