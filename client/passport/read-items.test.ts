// @vitest-environment node
import { expect, test } from 'vitest'
import { readItemFile } from './read-items.ts'

const read = (text: string) => readItemFile(new TextEncoder().encode(text), { languages: ['en'] })

test('reads one value in each row, and joins the rows of one code', () => {
  expect(
    read('code;name;value;unit;readers\nA1;Health;97;%;\nB2;Health;90;%;authority\nA1;Cycles;12;;Legitimate\n'),
  ).toEqual({
    items: [
      {
        code: 'A1',
        points: [
          { name: 'Health', value: '97', unit: '%', tier: 'legitimate' },
          { name: 'Cycles', value: '12', unit: '', tier: 'legitimate' },
        ],
      },
      { code: 'B2', points: [{ name: 'Health', value: '90', unit: '%', tier: 'authority' }] },
    ],
    rows: [2, 3],
    unread: [],
  })
})

test('names rows that are no value, such as one for everybody, and refuses other lists', () => {
  expect(read('code,name,value,readers\nA1,Health,97,public\nA1,,97,\nA1,Cycles,12,\n')).toMatchObject({
    items: [{ code: 'A1', points: [{ name: 'Cycles' }] }],
    unread: [2, 3],
  })
  expect(read('serial,health\n1,97\n')).toBeUndefined()
})
