import type { Config } from '#server/core/config.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq } from '#server/core/drizzle/orm.ts'
import type { BrandHost } from '#server/core/network/brand-hosts.ts'
import { brandHost } from '#server/core/network/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { officialHost } from '#shared/core/host/installation-url.ts'
import { brandHostProblems } from '#shared/host/contract.ts'

/**
 * The custom domain that new orders of a merchant print; null for the host of the installation. What is printed cannot be corrected, so
 * nothing is printed with a domain whose check fails. Locked until the commit, so that it is not removed meanwhile.
 */
export async function printedHost(tx: Tx, merchantId: string): Promise<string | null> {
  const [row] = await tx
    .select({ host: brandHost.host, state: brandHost.state })
    .from(brandHost)
    .where(and(eq(brandHost.merchantId, merchantId), eq(brandHost.isPrinted, true)))
    .for('share')
  if (!row) return null
  if (row.state !== 'active') throw new Problem(brandHostProblems.printedFails, { host: row.host })
  return row.host
}

/**
 * A custom domain shows only what belongs to its merchant: the others open on the host of the installation.
 *
 * @param brand the custom domain of the request; undefined on the host of the installation
 * @throws a problem that names the official address
 */
export function assertOwnBrand(
  brand: BrandHost | undefined,
  merchantId: string,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): void {
  if (brand && brand.merchantId !== merchantId)
    throw new Problem(brandHostProblems.otherBrand, { host: officialHost(publicUrl) })
}
