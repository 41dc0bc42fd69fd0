import { expect, test } from 'vitest'
import { ValidatedTrademarkDraft } from '#shared/trademark/draft-validation.ts'
import { ValidatedBusinessDraft } from './draft-validation.ts'

const pathsOf = (issues: { path: PropertyKey[] }[] | undefined) => issues?.map(({ path }) => path.join('.'))

test('BU01 TM01 reports an invalid postcode or number while other fields are missing', () => {
  const business = { details: { country: 'GB', postcode: '39100', contactNo: '12' } }
  expect(pathsOf(ValidatedBusinessDraft.safeParse(business).error?.issues)).toEqual(
    expect.arrayContaining(['registration_no', 'details.documents', 'details.postcode', 'details.contactNo']),
  )
  const trademark = { country: 'GB', details: { postcode: '39100' } }
  expect(pathsOf(ValidatedTrademarkDraft.safeParse(trademark).error?.issues)).toContain('details.postcode')
})

test.each([undefined, null, 'x', [], {}, { details: null }, { details: { country: 7, postcode: [], contactNo: {} } }])(
  'BU01 TM01 rejects %j',
  (sent) => {
    expect(ValidatedBusinessDraft.safeParse(sent).success).toBe(false)
    expect(ValidatedTrademarkDraft.safeParse(sent).success).toBe(false)
  },
)
