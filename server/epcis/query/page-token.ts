import { z } from 'zod'
import { Problem } from '#shared/core/api/problem.ts'
import { Id } from '#shared/core/fields/fields.ts'
import { epcisProblems } from '#shared/epcis/contract.ts'

/** The last event of a page: its time and id. */
const Place = z.tuple([z.iso.datetime(), Id])
type Place = { at: Date; id: string }

export const pageTokenOf = ({ at, id }: Place): string =>
  Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url')

export function readPageToken(token: string): Place {
  const [at, id] = placeOf(token)
  return { at: new Date(at), id }
}

function placeOf(token: string): z.infer<typeof Place> {
  try {
    return Place.parse(JSON.parse(Buffer.from(token, 'base64url').toString()))
  } catch {
    throw new Problem(epcisProblems.wrongPage)
  }
}
