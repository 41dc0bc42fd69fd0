// @vitest-environment node
import { expect, test } from 'vitest'
import type { LogisticView } from '#shared/logistic/record.ts'
import { changedValues, EditValues, editValuesOf, NewEditValues } from './edit-values.ts'

const data: LogisticView = {
  identifier: 'P-7',
  recipient: 'Tea House',
  note: '',
  quantity: 3,
  minlimit: null,
  manufacturer_id: 'TAG-1',
  shipped_at: '2026-11-20T08:30:42.500Z',
  delivered_at: null,
  logging_ended_at: null,
  createdAt: '2026-11-19T10:00:00.000Z',
}
const now = new Date('2026-11-21T12:00:00.000Z')

test('sends no change when a form was not touched, to the millisecond [LO01]', () => {
  const { identifier, recipient, note, shipped_at, delivered_at, logging_ended_at } = data
  expect(changedValues({ data }, editValuesOf({ data }), now)).toEqual({
    identifier,
    recipient,
    note,
    shipped_at,
    delivered_at,
    logging_ended_at,
  })
})

test('sets arrival and the end of the log to the current time, and keeps the first time [LO01]', () => {
  const values = { ...editValuesOf({ data }), arrived: true, loggingEnded: true }
  expect(changedValues({ data }, values, now)).toMatchObject({
    delivered_at: now.toISOString(),
    logging_ended_at: now.toISOString(),
  })
  const arrived = { ...data, delivered_at: '2026-11-20T09:00:00.000Z' }
  expect(changedValues({ data: arrived }, editValuesOf({ data: arrived }), now).delivered_at).toBe(arrived.delivered_at)
  expect(
    changedValues({ data: arrived }, { ...editValuesOf({ data: arrived }), arrived: false }, now).delivered_at,
  ).toBeNull()
})

test('sends the receiver of an arrived shipment, and removes it with the arrival [LO01]', () => {
  const values = { ...editValuesOf({ data }), arrived: true, receiver: 'Ada Lee' }
  expect(changedValues({ data }, values, now)).toMatchObject({ receiver: 'Ada Lee' })
  expect(changedValues({ data }, { ...values, arrived: false }, now)).not.toHaveProperty('receiver')
  const arrived = { ...data, delivered_at: '2026-11-20T09:00:00.000Z', receiver: 'Ada Lee' }
  const untouched = editValuesOf({ data: arrived })
  expect(changedValues({ data: arrived }, untouched, now)).not.toHaveProperty('receiver')
  expect(changedValues({ data: arrived }, { ...untouched, arrived: false }, now).receiver).toBe('')
})

test('proposes the creation date when there is no shipping date [LO01]', () => {
  const fresh = { ...data, shipped_at: null }
  expect(changedValues({ data: fresh }, editValuesOf({ data: fresh }), now).shipped_at).toBe(data.createdAt)
})

test('requires the identifier and the date in an edit, but no number for an unsent shipment [LO01]', () => {
  const empty = { ...editValuesOf({ data }), identifier: '', shipped_at: '' }
  const named = (schema: typeof EditValues | typeof NewEditValues) =>
    schema.safeParse(empty).error?.issues.map(({ path }) => path[0])
  expect(named(EditValues)?.toSorted()).toEqual(['identifier', 'shipped_at'])
  expect(named(NewEditValues)).toEqual(['shipped_at'])
  expect(changedValues({ data }, { ...editValuesOf({ data }), identifier: '' }, now)).not.toHaveProperty('identifier')
})

test('keeps the seconds of the proposed date, and asks to confirm an implausible year [LO01]', () => {
  const fresh = { ...data, shipped_at: null, createdAt: '2026-11-19T10:00:31.000Z' }
  expect(changedValues({ data: fresh }, editValuesOf({ data: fresh }), now).shipped_at).toBe(fresh.createdAt)
  const typed = { ...editValuesOf({ data }), shipped_at: '0026-11-21T08:00' }
  expect(EditValues.safeParse(typed).error?.issues.map(({ path }) => path[0])).toEqual(['shipped_at'])
})
