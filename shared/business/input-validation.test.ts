import { expect, test } from 'vitest'
import { ValidatedTrademarkInput } from '#shared/trademark/input-validation.ts'
import { ValidatedBusinessInput } from './input-validation.ts'

const pathsOf = (issues: { path: PropertyKey[] }[] | undefined) => issues?.map(({ path }) => path.join('.'))

test('reports an invalid postcode or number while other fields are missing [BU01 TM01]', () => {
  const business = { details: { country: 'GB', postcode: '39100', contactNo: '12' } }
  expect(pathsOf(ValidatedBusinessInput.safeParse(business).error?.issues)).toEqual(
    expect.arrayContaining(['registration_no', 'details.documents', 'details.postcode', 'details.contactNo']),
  )
  const trademark = { country: 'GB', details: { postcode: '39100' } }
  expect(pathsOf(ValidatedTrademarkInput.safeParse(trademark).error?.issues)).toContain('details.postcode')
})

test.each([undefined, null, 'x', [], {}, { details: null }, { details: { country: 7, postcode: [], contactNo: {} } }])(
  'rejects %j [BU01 TM01]',
  (sent) => {
    expect(ValidatedBusinessInput.safeParse(sent).success).toBe(false)
    expect(ValidatedTrademarkInput.safeParse(sent).success).toBe(false)
  },
)
