import { expect, test } from 'vitest'
import { addUsers } from './add-users.ts'
import { checkUsers } from './check-users.ts'
import { parseUsers, usersCsv } from './read-users.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const head = 'Name;ROLE;email;businessName;password'
const line = (name: string, role = 'dealer', email = `${name}@tea.example`) =>
  `${name};${role};${email};Tea;Secret-pass-1`

const parse = (data: Uint8Array) => parseUsers(data, { languages: ['en'] })
function rowsOf(data: Uint8Array) {
  const file = parse(data)
  if (file.kind !== 'table') throw new Error(file.kind)
  return file.rows
}

type Failure = 'refused' | 'lost' | 'unreached'
async function run(text: string, failures: Record<string, Failure> = {}, leaveAfter = Infinity) {
  const added: string[] = []
  const { ready } = await checkUsers(rowsOf(bytes(text)), async () => [])
  const outcome = await addUsers(ready, {
    async add({ name }) {
      if (failures[name] !== 'refused' && failures[name] !== 'unreached') added.push(name)
      if (failures[name]) throw new Error(failures[name])
    },
    isUnanswered: (error) => (error as Error).message !== 'refused',
    isKnown: async (email) => added.includes(email.split('@')[0]!),
    errorText: (error) => (error as Error).message,
    onAdded: () => undefined,
    isCancelled: () => added.length >= leaveAfter,
  })
  return { added, outcome }
}

test('requires every column in the heading, in any order and with any separator [AD05]', () => {
  expect(parse(bytes('name,role,email,businessName\nAda,dealer,a@b.co,Tea')).kind).toBe('noColumns')
  expect(parse(bytes(`\n${head}\n\n`)).kind).toBe('empty')
  const [row] = rowsOf(bytes('password,email,role,businessName,name\nSecret-pass-1,a@b.co,dealer,"Tea, Hill",Ada'))
  expect(row).toEqual({
    row: 2,
    cells: { name: 'Ada', role: 'dealer', email: 'a@b.co', businessName: 'Tea, Hill', password: 'Secret-pass-1' },
  })
})

test('checks every row by its shape, cells, other rows and the server before any user is added [AD05]', async () => {
  const others = [line('dan'), line('ada2', 'dealer', 'ADA@tea.example'), line('zoe')]
  const file = [head, line('ada', 'Dealer'), line('bob', 'admin'), `"${line('eve')}`, ...others]
  const { ready, errors } = await checkUsers(rowsOf(bytes(file.join('\n'))), async (list) => {
    expect(list.map(({ email }) => email)).toEqual(['ada@tea.example', 'dan@tea.example', 'zoe@tea.example'])
    return [{ row: 2, problem: 'emailTaken' }]
  })
  expect(ready.map(({ input }) => input.name)).toEqual(['ada', 'zoe'])
  expect(errors).toMatchObject([
    { row: 3, reason: { kind: 'rule', column: 'role', rule: 'Please select a role' } },
    { row: 4, reason: { kind: 'shape', problem: 'quotes' } },
    { row: 5, reason: { kind: 'server', problem: 'emailTaken' } },
    { row: 6, reason: { kind: 'duplicate', firstRow: 2 } },
  ])
})

test('adds rows in order and stops at the first failure [AD05]', async () => {
  const file = [head, line('ada'), '', line('bob'), line('eve'), line('dan')].join('\r\n')
  const { added, outcome } = await run(file, { eve: 'refused' })
  expect(added).toEqual(['ada', 'bob'])
  // The row number in the spreadsheet, which counts the empty row.
  expect(outcome).toEqual({ added: 2, failed: { row: 5, message: 'refused' } })
  expect((await run(file)).outcome).toEqual({ added: 4 })
})

test('asks the server whether a user was added when its answer was lost [AD05]', async () => {
  const file = [head, line('ada'), line('bob'), line('eve')].join('\n')
  expect(await run(file, { bob: 'lost' })).toEqual({ added: ['ada', 'bob', 'eve'], outcome: { added: 3 } })
  expect((await run(file, { bob: 'unreached' })).outcome).toEqual({
    added: 1,
    failed: { row: 3, message: 'unreached' },
  })
})

test('stops adding rows when the dialog is closed, and keeps the added ones [AD05]', async () => {
  const file = [head, line('ada'), line('bob'), line('eve')].join('\n')
  expect(await run(file, {}, 2)).toEqual({ added: ['ada', 'bob'], outcome: { added: 2 } })
})

test('returns the remaining rows as a file that can be imported [AD05]', async () => {
  const rows = rowsOf(bytes([head, line('ada'), '"=Tea, Eve";dealer;eve@tea.example;Tea;Secret-pass-1'].join('\n')))
  expect(rowsOf(new Uint8Array(await usersCsv(rows).arrayBuffer()))).toEqual(rows)
})
