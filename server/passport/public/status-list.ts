import { gzipSync } from 'node:zlib'
import type { Database } from '#server/core/db/database.ts'
import { and, eq, isNotNull } from '#server/core/drizzle/orm.ts'
import { passportVersion } from '#server/passport/table.ts'
import { statusListLength } from '#shared/passport/quotas.ts'
import { type Issuer, issuerPath } from './signing.ts'

export const statusPath = (merchantId: string) => `${issuerPath(merchantId)}/status`

/** The list of a merchant's revoked versions as a credential (W3C Bitstring Status List); undefined if the merchant has published nothing. */
export async function statusListOf(
  { read }: Pick<Database, 'read'>,
  { merchantId, origin, issuer }: { merchantId: string; origin: string; issuer: Issuer },
): Promise<Record<string, unknown> | undefined> {
  const ofMerchant = eq(passportVersion.merchantId, merchantId)
  // Places are given in turn, so the version with the first one is the oldest.
  const [oldest] = await read
    .select({ publishedAt: passportVersion.publishedAt })
    .from(passportVersion)
    .where(and(ofMerchant, eq(passportVersion.statusIndex, 0)))
  if (!oldest) return undefined
  const revoked = await read
    .select({ index: passportVersion.statusIndex, revokedAt: passportVersion.revokedAt })
    .from(passportVersion)
    .where(and(ofMerchant, isNotNull(passportVersion.revokedAt)))
  const bits = Buffer.alloc(statusListLength / 8)
  // The first bit is the highest one of its byte.
  for (const { index } of revoked) bits[index >> 3]! |= 0x80 >> (index & 7)
  const changes = [oldest.publishedAt, ...revoked.flatMap(({ revokedAt }) => revokedAt ?? [])]
  const id = origin + statusPath(merchantId)
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: issuer.did,
    validFrom: new Date(changes.reduce((latest, time) => Math.max(latest, time.getTime()), 0)).toISOString(),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      // Multibase: `u` stands for base64url.
      encodedList: `u${gzipSync(bits).toString('base64url')}`,
    },
  }
}
