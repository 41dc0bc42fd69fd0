import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { Done, Id, Instant, PageQuery, pageOf, UserDateTime } from '#shared/core/fields/fields.ts'
import { orMilliseconds, ZoneName, zoneOfOffset } from '#shared/core/fields/query-time.ts'

/** An IANA time zone, or a difference from UTC such as `+08:00`. */
export const TimeZone = z.string().transform(zoneOfOffset).pipe(ZoneName).default('UTC')

/** How far the clock of a caller may be ahead of the clock of the server. */
const clockToleranceMs = 60_000

const filters = {
  /** The range is from `from` until before `to`, both extended to whole quarter-hours. */
  from: orMilliseconds(UserDateTime),
  to: orMilliseconds(UserDateTime),
  /** The time zone in which hours, days and weeks begin. */
  timeZone: TimeZone,
  trademarkId: Id.optional(),
  /** `noProduct` chooses the scans of codes without a product. */
  skuId: Id.optional(),
  /** As `locationLabel` gives it. It applies to scans only: codes are not generated at a location. */
  location: z.string().trim().max(300).optional(),
}

/** The longest range, so that a response has a bounded number of steps. */
const maxRangeMs = 5 * 366 * 86_400_000

const validRange = <S extends z.ZodObject<typeof filters>>(schema: S) =>
  schema
    .refine(({ from, to }) => Date.parse(from) <= Date.parse(to), {
      path: ['to'],
      message: 'Start Time must be before End Time',
    })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= maxRangeMs, {
      path: ['from'],
      message: 'Please choose at most five years',
    })
    .refine(({ to }) => Date.parse(to) <= Date.now() + clockToleranceMs, {
      path: ['to'],
      message: 'Please choose a time that is not in the future',
    })

export const InsightsQuery = validRange(z.object(filters))
export type InsightsQuery = z.infer<typeof InsightsQuery>

const InsightsScansQuery = validRange(z.object({ ...PageQuery.shape, ...filters }))

const insightsActions = ['GENERATION', 'VERIFY', 'REDIRECT'] as const
const scanActions = ['VERIFY', 'REDIRECT'] as const
export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const trendSteps = ['hour', 'day', 'week'] as const
export type TrendStep = (typeof trendSteps)[number]

/** The text by which a location is shown and filtered: `Jakarta, Indonesia`, or `Indonesia` if only the country is known. */
export const locationLabel = ({ location, country }: { location: string; country: string }): string =>
  [location, country].filter(Boolean).join(', ')

const count = z.number().int().nonnegative()
/** Percent change against the cycle before, which has the same length; null if the count before is 0. */
const change = z.number().nullable()
const coordinate = z.number().nullable()
const place = {
  /** The city, or empty. */
  location: z.string(),
  /** The English name of the country, or empty. */
  country: z.string(),
  /** Degrees; null if unknown. */
  lat: coordinate,
  lng: coordinate,
}

/** One scan. The names of the fields are those of the export. */
export const InsightsScan = z
  .object({
    id: z.string(),
    /** Empty if the code was blank, and not bound to a product. */
    SKU: z.string(),
    Action: z.enum(scanActions),
    Location: z.string(),
    Country: z.string(),
    Time: Instant,
    lat: coordinate,
    lng: coordinate,
    /** The code was unknown or not active, or a case about the code had been opened. */
    suspicious: z.boolean(),
  })
  .meta({ id: 'InsightsScan' })
export type InsightsScan = z.infer<typeof InsightsScan>

/** One number for each step. */
export const TrendSeries = z.object({
  creation: z.array(count),
  verify: z.array(count),
  redirect: z.array(count),
})
export type TrendSeries = z.infer<typeof TrendSeries>

const hours = Object.fromEntries(weekdays.map((day) => [day, count])) as Record<(typeof weekdays)[number], typeof count>
export const WeeklyHour = z.object({ hour: count, ...hours })
export type WeeklyHour = z.infer<typeof WeeklyHour>

export const Insights = z
  .object({
    /** The range that was counted, in whole quarter-hours. */
    from: Instant,
    to: Instant,
    /** GENERATION counts codes, the others count scans. */
    summary: z.array(z.object({ action: z.enum(insightsActions), count, previous: count, trend: change })),
    /**
     * Active codes now, compared with the start of the range, and the codes that were activated in each step. With a filter of SKU
     * or trademark, only the count is known.
     */
    activeCodes: z.object({ count, trend: change, activated: z.array(count).nullable() }),
    /** Cases that were opened in the range, and in each step of it. */
    outliers: z.object({ count, previous: count, trend: change, opened: z.array(count) }),
    /** The newest cases of the range. */
    risk: z.array(
      z.object({ order_id: z.string(), sku: z.string(), description: z.string(), caseId: Id, createdAt: Instant }),
    ),
    step: z.enum(trendSteps),
    /** The beginning of each step, in the time zone. The first step may begin before `from`: it is counted from `from` on. */
    points: z.array(Instant),
    trend: TrendSeries,
    /** The same steps, all moved back by the length of the range. */
    previousTrend: TrendSeries,
    /** The newest scans. */
    activityMap: z.array(InsightsScan),
    weeklyActivity: z.array(WeeklyHour),
    /** Scans by operating system; `Unknown` if it is not known. */
    os: z.record(z.string(), count),
    /** Seconds by which the numbers of scans are behind; 0 if they are exact. */
    behind: z.number(),
    /** The place and product whose scans of the last week exceed those of the usual weeks most, by the rule of `unusual.ts`. */
    unusual: z
      .object({
        skuId: Id,
        name: z.string(),
        sku: z.string(),
        location: z.string(),
        country: z.string(),
        times: z.number(),
        weeks: count,
      })
      .nullable(),
  })
  .meta({ id: 'Insights' })
export type Insights = z.infer<typeof Insights>

export const InsightsPlace = z.object({ ...place, scans: count, suspicious: count })
export type InsightsPlace = z.infer<typeof InsightsPlace>

export const ScannedPlace = z.object({ ...place, trademarkId: Id, skuId: Id })
export type ScannedPlace = z.infer<typeof ScannedPlace>

export const TrendMonth = z.object({
  /** Year and month, such as 2026-11. */
  month: z.string(),
  /** SKUs created. */
  created: z.number().int(),
  /** Codes generated. */
  generated: z.number().int(),
})
export type TrendMonth = z.infer<typeof TrendMonth>

export const insightsContract = defineContract({
  read: {
    method: 'GET',
    path: '/insights',
    access: 'officeOrPartner',
    scope: 'events:read',
    confirmed: true,
    summary: 'Count the scans, codes and cases of a range, and compare them with the range before',
    query: InsightsQuery,
    answer: Insights,
    snapshot: true,
    perMinute: 120,
  },
  scans: {
    method: 'GET',
    path: '/insights/scans',
    access: 'officeOrPartner',
    scope: 'events:read',
    confirmed: true,
    summary: 'List the scans of a range, the newest first',
    query: InsightsScansQuery,
    answer: pageOf(InsightsScan),
    snapshot: true,
    perMinute: 240,
  },
  places: {
    method: 'GET',
    path: '/insights/places',
    access: 'officeOrPartner',
    scope: 'events:read',
    confirmed: true,
    summary: 'Count the scans of a range by place',
    query: InsightsQuery,
    answer: z.array(InsightsPlace),
    snapshot: true,
    perMinute: 120,
  },
  map: {
    method: 'GET',
    path: '/insights/map',
    access: 'officeOrPartner',
    scope: 'events:read',
    confirmed: true,
    summary: 'Get the style of the map below the places; null: the bundled countries',
    answer: z.object({ styleUrl: z.url().nullable() }),
  },
  geoip: {
    method: 'GET',
    path: '/geoip',
    access: 'officeOrPartner',
    scope: 'events:read',
    confirmed: true,
    summary: 'List the places in which products were scanned in the last three months',
    answer: z.array(ScannedPlace),
    snapshot: true,
    perMinute: 120,
  },
  watch: {
    method: 'POST',
    path: '/insights/watch',
    access: 'officeOrPartner',
    confirmed: true,
    summary:
      'Send an event `scans` to the streams of the merchant for the next half minute whenever products are scanned',
    answer: Done,
    perMinute: 30,
  },
  trend: {
    method: 'GET',
    path: '/insights/trend',
    access: 'officeOrPartner',
    scope: 'events:read',
    summary: 'Count the created SKUs and generated codes of each of the last 12 months, including the current one',
    query: z.object({
      /** The IANA time zone in which months end. */
      timeZone: TimeZone,
    }),
    answer: z.array(TrendMonth),
  },
})

export const insightsReportRoute = {
  method: 'GET',
  path: '/insights/report',
  access: 'officeOrPartner',
  scope: 'events:read',
  confirmed: true,
  summary: 'Download the scans of a range (CSV)',
  query: InsightsQuery,
  answer: z.unknown(),
  perMinute: 30,
  budget: 'exports',
} as const
