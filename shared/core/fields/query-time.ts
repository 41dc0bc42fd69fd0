import { z } from 'zod'
import { dateMessage, isInKnownYears, isTimeZone } from './fields.ts'

// Times and time zones of queries. Public pages, which load the other fields, have none.

/** A time in any time zone. */
export const OffsetDateTime = z.iso.datetime({ offset: true, error: dateMessage }).refine(isInKnownYears, dateMessage)
/** A day without a time. */
export const Day = z.iso.date().refine(isInKnownYears, dateMessage)
/** A time of a query: as the schema says, or in milliseconds since 1970, in which some clients send it. */
export const orMilliseconds = <S extends z.ZodType<string, string>>(time: S) =>
  z.string().transform(asInstant).pipe(time)
const asInstant = (text: string): string => {
  const date = new Date(/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN)
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}

/** An IANA time zone. */
export const ZoneName = z
  .string()
  .regex(/^[A-Za-z][\w+/-]{0,60}$/)
  .refine(isTimeZone)

/** Zones without summer time, for differences from UTC that are not whole hours. */
const unusualZones: Record<string, string> = {
  '-09:30': 'Pacific/Marquesas',
  '+03:30': 'Asia/Tehran',
  '+04:30': 'Asia/Kabul',
  '+05:30': 'Asia/Kolkata',
  '+05:45': 'Asia/Kathmandu',
  '+06:30': 'Asia/Yangon',
  '+08:45': 'Australia/Eucla',
  '+09:30': 'Australia/Darwin',
}

/**
 * The IANA zone of a difference from UTC, such as `+08:00`; other text unchanged. In a query, a plus that was not escaped is a blank. The
 * signs of `Etc` zones are those of POSIX, so `Etc/GMT-8` is eight hours before UTC.
 */
export function zoneOfOffset(text: string): string {
  const [, sign, hour, minute = '00'] = /^(?:UTC|GMT)?([ +-])(\d{1,2})(?::?(\d{2}))?$/i.exec(text) ?? []
  if (hour === undefined) return text
  const hours = Number(hour)
  if (minute !== '00') return unusualZones[`${sign === '-' ? '-' : '+'}${hour.padStart(2, '0')}:${minute}`] ?? text
  return hours === 0 ? 'UTC' : `Etc/GMT${sign === '-' ? '+' : '-'}${hours}`
}
