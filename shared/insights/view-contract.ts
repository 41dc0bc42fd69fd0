import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Done, Id, SingleLine } from '#shared/core/fields/fields.ts'
import { Day } from '#shared/core/fields/query-time.ts'
import { rangePresets } from '#shared/core/range-preset.ts'

export const ranges = [...rangePresets, 'own'] as const
export const comparedKinds = ['sku', 'location'] as const

/** Maximum saved views of an account, in a list that a person reads. */
export const viewsOfAccount = 50

const noText = z.literal('')
const DayOrNone = z.union([Day, noText])
const IdOrNone = z.union([Id, noText])
const Place = SingleLine(300)

/** The filters of the screen of insights; empty text is no filter. The URL of the screen has the same values. */
export const InsightsView = z
  .object({
    range: z.enum(ranges),
    /** Own dates, in the time zone of the device; empty for the other ranges. */
    from: DayOrNone,
    to: DayOrNone,
    sku: IdOrNone,
    location: Place,
    trademark: IdOrNone,
    /** The comparison: two SKUs by id, or two locations. */
    compare: z.enum(comparedKinds),
    first: Place,
    second: Place,
  })
  .meta({ id: 'InsightsView' })
export type InsightsView = z.infer<typeof InsightsView>

export const ViewName = z.object({
  name: SingleLine(60, 'Please fill in this field').min(1, 'Please fill in this field'),
})
const SavedViewInput = ViewName.extend({ view: InsightsView })
export const SavedView = SavedViewInput.extend({ id: Id }).meta({ id: 'SavedInsightsView' })
export type SavedView = z.infer<typeof SavedView>

/** Views belong to one account, and other accounts do not see them. */
export const viewContract = defineContract({
  list: {
    method: 'GET',
    path: '/insights/view',
    access: 'officeOrPartner',
    confirmed: true,
    summary: 'List the saved views of the caller, in the order of their names',
    answer: z.array(SavedView),
  },
  create: {
    method: 'POST',
    path: '/insights/view',
    access: 'officeOrPartner',
    confirmed: true,
    summary: 'Save a view of the insights under a name',
    body: SavedViewInput,
    answer: SavedView,
    idempotency: 'required',
    perMinute: 60,
  },
  update: {
    method: 'PUT',
    path: '/insights/view/:id',
    access: 'officeOrPartner',
    confirmed: true,
    summary: 'Give a saved view another name or another content',
    params: ById,
    body: SavedViewInput,
    answer: SavedView,
    perMinute: 60,
  },
  remove: {
    method: 'DELETE',
    path: '/insights/view/:id',
    access: 'officeOrPartner',
    confirmed: true,
    summary: 'Delete a saved view',
    params: ById,
    answer: Done,
  },
})

export const viewProblems = defineProblems('insightsView', {
  notFound: {
    status: 404,
    enUS: 'This saved view was not found',
    ruRU: 'Сохранённый вид не найден',
  },
  nameTaken: {
    status: 409,
    enUS: 'You have a view with this name already',
    ruRU: 'Вид с таким названием у вас уже есть',
  },
  tooMany: {
    status: 409,
    enUS: 'You can save {{most}} views. Delete one that you no longer need.',
    ruRU: 'Можно сохранить {{most}} видов. Удалите ненужный.',
  },
})
