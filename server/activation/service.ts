import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { assertFeature } from '#server/core/auth/features.ts'
import type { Tx } from '#server/core/db/database.ts'
import { uuidArray } from '#server/core/db/sql-params.ts'
import { and, desc, eq, getTableColumns, type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { JobQueue } from '#server/core/jobs/job-queue.ts'
import { type ListedCode, randomNumber, withOwnSerials } from '#server/order/service.ts'
import { findComplete } from '#server/submission/service.ts'
import { ActivationOptions, type activationContract, activationProblems, Batch } from '#shared/activation/contract.ts'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { omit } from '#shared/core/omit.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { checkCodes, lockActivations, pendingCodes } from './check-codes.ts'
import { activateBatch } from './jobs.ts'
import { certificatesFor } from './payload/certificates.ts'
import { activationBatch } from './table.ts'

export { lockActivations, pendingCodes }

/** The body of the call. The caller, for example an offline device, or the server generates the id. */
type BatchInput = z.output<typeof activationContract.activate.body> & { id?: string }
type Reader = (text: string) => ListedCode | undefined

/** Without the addresses: a list of batches does not read them. */
const batchColumns = omit(getTableColumns(activationBatch), 'merchantId', 'addresses', 'certificates', 'blocks')

type BatchRow = Pick<typeof activationBatch.$inferSelect, keyof typeof batchColumns>

/**
 * Accepts or rejects a list of codes as a whole; the job activates them. If the batch with this id already has exactly
 * these codes and options, that batch is returned.
 */
export async function createBatch(
  tx: Tx,
  merchantId: string,
  input: BatchInput,
  { jobs, read: readCode }: { jobs: JobQueue; read: Reader },
): Promise<{ batch: BatchRow; isNew: boolean }> {
  const { id = uuid7(), addressList, certificates: wanted, ...fields } = input
  await lockActivations(tx, merchantId)
  const read = await withOwnSerials(tx, merchantId, addressList, readCode)
  const [existing] = await selectBatches(tx, merchantId, eq(activationBatch.id, id))
  if (existing && (await isSameInput(tx, existing, input, read))) return { batch: existing, isNew: false }
  if (existing) throw new Problem(coreProblems.idTaken)
  const { addresses, blocks, errors } = await checkCodes(tx, merchantId, addressList, read)
  if (errors.length > 0) throw new Problem(activationProblems.badRows, { count: errors.length, errors })
  const certificates = await certificatesFor(tx, merchantId, addresses, wanted)
  if (fields.submissionId !== undefined) {
    await assertFeature(tx, merchantId, 'submission')
    await findComplete(tx, merchantId, fields.submissionId)
  }
  const [batch] = await tx
    .insert(activationBatch)
    .values({
      ...fields,
      id,
      merchantId,
      identifier: randomNumber(),
      quantity: addresses.length,
      addresses: uuidArray(addresses) as never,
      blocks,
      certificates,
    })
    .onConflictDoNothing({ target: activationBatch.id })
    .returning(batchColumns)
  if (!batch) throw new Problem(coreProblems.idTaken)
  await jobs.send(tx, activateBatch, { batchId: id })
  return { batch, isNew: true }
}

/**
 * Starts a failed batch again. Its codes were inactive meanwhile: if some of them were activated with another list, nothing is
 * changed. `isNew` is false if the batch has not failed, for example because the call was repeated.
 */
export async function retryBatch(
  tx: Tx,
  jobs: JobQueue,
  merchantId: string,
  id: string,
): Promise<{ batch: BatchRow; isNew: boolean }> {
  await lockActivations(tx, merchantId)
  const [existing] = await selectBatches(tx, merchantId, eq(activationBatch.id, id))
  if (!existing) throw new Problem(activationProblems.notFound)
  if (existing.state !== 'failed') return { batch: existing, isNew: false }
  const count = await takenCodes(tx, merchantId, id)
  if (count > 0) throw new Problem(activationProblems.taken, { count })
  const [batch] = await tx
    .update(activationBatch)
    .set({ state: 'queued', failure: null, finishedAt: null })
    .where(ofMerchant(merchantId, eq(activationBatch.id, id)))
    .returning(batchColumns)
  await jobs.send(tx, activateBatch, { batchId: id })
  return { batch: batch!, isNew: true }
}

/** The number of codes of a failed batch that are active, or pending with another batch. */
async function takenCodes(tx: Tx, merchantId: string, id: string): Promise<number> {
  const { rows } = await tx.execute<{ taken: number }>(sql`
    with pending as (${pendingCodes(merchantId)})
    select count(*)::int as taken
    from activation_batch b, unnest(b.addresses) listed (address)
    left join activation a on a.address = listed.address
    left join pending p on p.address = listed.address
    where b.merchant_id = ${merchantId} and b.id = ${id} and (a.address is not null or p.address is not null)`)
  return rows[0]!.taken
}

const fieldNames = ActivationOptions.omit({ certificates: true }).keyof().options

/** Whether a list contains exactly the codes of a batch, each once, and its options. Absent certificates equal any. */
async function isSameInput(tx: Tx, batch: BatchRow, input: BatchInput, read: Reader): Promise<boolean> {
  const { addressList: list, certificates: wanted } = input
  if (!fieldNames.every((name) => isDeepStrictEqual(input[name] ?? null, batch[name]))) return false
  const addresses = list.map((text) => read(text)?.address)
  if (addresses.some((address) => address === undefined)) return false
  const { rows } = await tx.execute<{ same: boolean; certificates: string[] }>(sql`
    select certificates, quantity = ${list.length} and quantity = (
      select count(*) from (select unnest(addresses) intersect select unnest(${uuidArray(addresses as string[])})) as common
    ) as same from activation_batch where id = ${batch.id}`)
  const { same, certificates } = rows[0]!
  return same && (wanted === undefined || isDeepStrictEqual(new Set(wanted), new Set(certificates)))
}

export function selectBatches(tx: Tx, merchantId: string, condition?: SQL) {
  return tx
    .select(batchColumns)
    .from(activationBatch)
    .where(ofMerchant(merchantId, condition))
    .orderBy(desc(activationBatch.createdAt), activationBatch.id)
    .$dynamic()
}

export const ofMerchant = (merchantId: string, condition?: SQL): SQL | undefined =>
  and(eq(activationBatch.merchantId, merchantId), condition)

const statuses = { queued: 'Activating', running: 'Activating', done: 'Activated', failed: 'Failed' } as const

/** The schema drops the columns that are not in the response. */
export function viewBatch({ state, createdAt, finishedAt, ...row }: BatchRow): Batch {
  return Batch.parse({
    ...row,
    status: statuses[state],
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  } satisfies Batch)
}
