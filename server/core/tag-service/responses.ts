import { z } from 'zod'

/** Epoch seconds, or ISO 8601 with its offset. */
const Time = z
  .union([z.number().min(0).max(253_402_300_799), z.iso.datetime({ offset: true })])
  .transform((time) => new Date(typeof time === 'number' ? time * 1000 : time))

export const TokenResponse = z.object({
  access_token: z.string().min(1).max(4000),
  /** Seconds. */
  expires_in: z.number().positive().default(300),
})

/** `status` 40: the tag records. 50: it has stopped. */
export const StartedTag = z
  .object({ tidnfc: z.string().min(1).max(100), tagstarttime: Time, status: z.number() })
  .transform(({ tidnfc, tagstarttime, status }) => ({ tidnfc, startedAt: tagstarttime, status }))
export type StartedTag = z.output<typeof StartedTag>

export const TagList = z.object({ taglist: z.array(StartedTag).max(100_000) })

const isFahrenheit = (unit: string) => /^°?F$/i.test(unit)
/** Two decimals: more than a tag measures, and no rounding errors of the conversion. */
const inCelsius = (value: number, unit: string) =>
  isFahrenheit(unit) ? Math.round(((value - 32) / 1.8) * 100) / 100 : value

/** A tag with its readings. All temperatures are converted to °C. */
export const TagData = z
  .object({
    tidnfc: z.string(),
    tagstarttime: Time,
    tagdata: z.object({
      tagdataresult: z.array(z.object({ time: Time, temp: z.number().min(-460).max(2000) })).max(200_000),
    }),
    tagprofile: z.object({ maxlimit: z.number().nullish(), unit: z.string().regex(/^°?[CF]$/i) }),
  })
  .transform(({ tagstarttime, tagdata, tagprofile: { maxlimit, unit } }) => ({
    startedAt: tagstarttime,
    maxlimit: maxlimit == null ? null : inCelsius(maxlimit, unit),
    readings: tagdata.tagdataresult.map(({ time, temp }) => ({ at: time, temp: inCelsius(temp, unit) })),
  }))
export type TagData = z.output<typeof TagData>
