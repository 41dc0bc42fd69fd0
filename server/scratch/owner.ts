import type { Tx } from '#server/core/db/database.ts'
import { and, eq, isNotNull, isNull, or, sql } from '#server/core/drizzle/orm.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { type Ownership, scratchProblems } from '#shared/scratch/contract.ts'
import { hashOfSecret, type OwnerSecrets } from './owner-secrets.ts'
import { codeOpening, openingTotal } from './table.ts'

const hashesOf = ({ owner, recovery }: OwnerSecrets) => ({
  owner: hashOfSecret(owner),
  recovery: hashOfSecret(recovery),
  linkedAt: sql`now()`,
})

/** Makes the holder of the scratch code the first owner of an opened item. Returns when; the same for a call that is sent again. */
export async function claimItem(tx: Tx, address: string, secrets: OwnerSecrets): Promise<Date> {
  const [claimed] = await tx
    .update(codeOpening)
    .set({ claimedAt: sql`now()`, ...hashesOf(secrets) })
    .where(and(eq(codeOpening.address, address), isNull(codeOpening.claimedAt)))
    .returning()
  if (!claimed) return sameLink(tx, address, secrets, new Problem(scratchProblems.hasOwner))
  await countClaims(tx, claimed.orderId, 1)
  return claimed.claimedAt!
}

/** Ends the present link with its recovery code, either of which is `given`, and makes new ones. Returns when the item was claimed. */
export async function transferItem(tx: Tx, address: string, given: string, secrets: OwnerSecrets): Promise<Date> {
  const hash = hashOfSecret(given)
  const [moved] = await tx
    .update(codeOpening)
    .set(hashesOf(secrets))
    .where(and(eq(codeOpening.address, address), or(eq(codeOpening.owner, hash), eq(codeOpening.recovery, hash))))
    .returning()
  return moved?.claimedAt ?? sameLink(tx, address, secrets, new Problem(scratchProblems.notOwner))
}

/** For a call that is sent again: its link is the present one. */
async function sameLink(tx: Tx, address: string, { owner }: OwnerSecrets, otherwise: Problem): Promise<Date> {
  const [known] = await tx
    .select()
    .from(codeOpening)
    .where(and(eq(codeOpening.address, address), eq(codeOpening.owner, hashOfSecret(owner))))
  if (!known?.claimedAt) throw otherwise
  return known.claimedAt
}

/** @param secret that of a link */
export async function ownershipOf(tx: Tx, address: string, secret: string | undefined): Promise<Ownership> {
  const [opening] = await tx.select().from(codeOpening).where(eq(codeOpening.address, address))
  return {
    claimedAt: opening?.claimedAt?.toISOString() ?? null,
    linkedAt: opening?.linkedAt?.toISOString() ?? null,
    isOwner: secret !== undefined && opening?.owner?.equals(hashOfSecret(secret)) === true,
  }
}

/** Removes the owner of a code of the merchant. @returns whether there was one */
export async function resetOwner(tx: Tx, merchantId: string, address: string): Promise<boolean> {
  const [removed] = await tx
    .update(codeOpening)
    .set({ claimedAt: null, linkedAt: null, owner: null, recovery: null })
    .where(
      and(eq(codeOpening.merchantId, merchantId), eq(codeOpening.address, address), isNotNull(codeOpening.claimedAt)),
    )
    .returning()
  if (removed) await countClaims(tx, removed.orderId, -1)
  return removed !== undefined
}

async function countClaims(tx: Tx, orderId: string, by: 1 | -1): Promise<void> {
  await tx
    .update(openingTotal)
    .set({ claimed: sql`${openingTotal.claimed} + ${by}` })
    .where(eq(openingTotal.orderId, orderId))
}
