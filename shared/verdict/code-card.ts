import { z } from 'zod'
import { Proof } from '#shared/anchoring/contract.ts'
import { defineContract } from '#shared/core/api/contract.ts'
import { Id, Instant, MultiLine, PageQuery, StoredFile } from '#shared/core/fields/fields.ts'
import { caseStates, Recall, ScansOfCode } from './contract.ts'
import { TriggeredRule } from './rules.ts'

const PrintedCode = z.object({ a: MultiLine(500).min(1, 'Please fill in the code') })

/** All data of a code that its merchant sees. */
export const CodeCard = z
  .object({
    address: z.string(),
    /** Whether the secret that was given belongs to the code. A wrong one means that the code was not printed by us. */
    secret: z.enum(['right', 'wrong', 'absent']),
    serial_no: z.number().int(),
    /** The serial that the item had before its code; null for a code without one. */
    own_serial: z.string().nullable(),
    state: z.enum(['Inactive', 'Pending', 'Active']),
    order: z.object({ id: Id, order_id: z.string() }),
    /** Null for a blank code that is not bound to a product. `picture`: the first one of the product. */
    sku: z.object({ id: Id, name: z.string(), sku: z.string(), picture: StoredFile.nullable() }).nullable(),
    batch: z.object({ id: Id, identifier: z.string(), finishedAt: Instant.nullable() }).nullable(),
    /** Null until the code is active. */
    chains: Proof.shape.chains.nullable(),
    /** The shipment that the code is or was last in. */
    shipment: z
      .object({ id: Id, identifier: z.string(), recipient: z.string(), deliveredAt: Instant.nullable() })
      .nullable(),
    /** The newest cases of the code. */
    cases: z.array(
      z.object({
        id: Id,
        state: z.enum(caseStates),
        fired: TriggeredRule.nullable(),
        report: z.object({ note: z.string() }).nullable(),
        createdAt: Instant,
      }),
    ),
    /** The printed URL, which opens the shopper's page; only for those who may download codes. */
    page: z.string().nullable(),
    consumedAt: Instant.nullable(),
    /** Whether its label has a scratch code. */
    scratch: z.boolean(),
    /** When the code was opened with its scratch code, and claimed by its first owner; null if it was not opened. */
    opening: z.object({ at: Instant, claimedAt: Instant.nullable() }).nullable(),
    /** When the brand found copies of the code. */
    copiedAt: Instant.nullable(),
    /** The recall of its order, batch or SKU that has not ended. */
    recall: Recall.nullable(),
  })
  .meta({ id: 'CodeCard' })
export type CodeCard = z.infer<typeof CodeCard>

export const codeCardContract = defineContract({
  read: {
    method: 'GET',
    path: '/verdict/code',
    access: 'anyMerchantRole',
    scope: 'events:read',
    summary: 'Read everything about one code of the merchant',
    query: PrintedCode,
    answer: CodeCard,
  },
  scans: {
    method: 'GET',
    path: '/verdict/code/scans',
    access: 'anyMerchantRole',
    scope: 'events:read',
    summary: 'List the scans of one code of the merchant, the newest first',
    query: PageQuery.pick({ page: true, limit: true }).extend(PrintedCode.shape),
    answer: ScansOfCode,
  },
})
