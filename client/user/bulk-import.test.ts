import { expect, test } from 'vitest'
import type { UserInput } from '#shared/user/contract.ts'
import { addUsers, parseUsers, usersCsv } from './bulk-import.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const head = 'Name;ROLE;email;businessName;password'
const line = (name: string, role = 'dealer', email = `${name}@tea.example`) =>
  `${name};${role};${email};Tea;Secret-pass-1`

function rowsOf(text: string) {
  const file = parseUsers(bytes(text))
  if (file.kind !== 'rows') throw new Error(file.kind)
  return file.rows
}

async function run(text: string, refuses: (input: UserInput) => boolean = () => false, leaveAfter = Infinity) {
  const added: string[] = []
  const outcome = await addUsers(rowsOf(text), {
    async add(input) {
      if (refuses(input)) throw new Error('Email is already taken.')
      added.push(input.name)
    },
    errorText: (error) => (error as Error).message,
    cellErrorText: (column, rule) => `${column}, ${rule}`,
    onAdded: () => undefined,
    isCancelled: () => added.length >= leaveAfter,
  })
  return { added, outcome }
}

test('AD05 requires every column in the heading, in any order and with any separator', () => {
  expect(parseUsers(bytes('name,role,email,businessName\nAda,dealer,a@b.co,Tea')).kind).toBe('missingColumns')
  expect(parseUsers(bytes(`\n${head}\n\n`)).kind).toBe('emptyFile')
  const [row] = rowsOf('password,email,role,businessName,name\nSecret-pass-1,a@b.co,dealer,"Tea, Hill",Ada')
  expect(row).toEqual({
    row: 2,
    cells: { name: 'Ada', role: 'dealer', email: 'a@b.co', businessName: 'Tea, Hill', password: 'Secret-pass-1' },
  })
})

test('AD05 adds rows in order and stops at the first failure', async () => {
  const file = [head, line('ada'), '', line('bob'), line('eve'), line('dan')].join('\r\n')
  const { added, outcome } = await run(file, ({ name }) => name === 'eve')
  expect(added).toEqual(['ada', 'bob'])
  // The row number in the spreadsheet, which counts the empty row.
  expect(outcome).toEqual({ added: 2, failed: { row: 5, message: 'Email is already taken.' } })
  expect((await run(file)).outcome).toEqual({ added: 4 })
})

test('AD05 stops adding rows when the dialog is closed, and keeps the added ones', async () => {
  const file = [head, line('ada'), line('bob'), line('eve')].join('\n')
  expect(await run(file, undefined, 2)).toEqual({ added: ['ada', 'bob'], outcome: { added: 2 } })
})

test('AD05 does not send a row that breaks a rule', async () => {
  const file = [head, line('ada', 'Dealer'), line('bob', 'admin'), line('dan')].join('\n')
  const { added, outcome } = await run(file)
  expect(added).toEqual(['ada'])
  expect(outcome.failed).toEqual({ row: 3, message: 'role, Please select a role' })
})

test('AD05 returns the remaining rows as a file that can be imported', async () => {
  const rows = rowsOf([head, line('ada'), line('"Tea, Eve"', 'dealer', 'eve@tea.example')].join('\n'))
  expect(rowsOf(await usersCsv(rows).text())).toEqual(rows)
})
