import type { Actor, ActorKey } from '#server/core/auth/actor.ts'
import { keyAccessProblems } from '#shared/core/api/key-problems.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type AccessTier, accessTiers } from '#shared/passport/contract.ts'
import { passportProblems } from '#shared/passport/problems.ts'
import type { PublishedPassport } from './lookup.ts'

type Reader = Pick<Actor, 'merchantId'> & { key: ActorKey }

const allowedOf = (reader: Reader | undefined): AccessTier =>
  accessTiers.findLast((tier) => tier === 'public' || reader?.key.scopes.includes(`passport:${tier}`))!

/**
 * What a reader gets: the tier that they ask for, or the highest of their key. A key gives more only for the passports of the
 * merchant who made it.
 */
export function tierOf(
  { merchantId }: Pick<PublishedPassport, 'merchantId'>,
  { reader, asked }: { reader: Reader | undefined; asked: AccessTier | undefined },
): AccessTier {
  if (reader && reader.merchantId !== merchantId) throw new Problem(passportProblems.foreignKey)
  const allowed = allowedOf(reader)
  if (asked === undefined || accessTiers.indexOf(asked) <= accessTiers.indexOf(allowed)) return asked ?? allowed
  throw new Problem(reader ? keyAccessProblems.scopeMissing : passportProblems.keyNeeded, {
    scope: `passport:${asked}`,
  })
}
