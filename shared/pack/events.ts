import { z } from 'zod'
import { defineEvent } from '#shared/core/domain-event.ts'
import { Instant } from '#shared/core/fields/fields.ts'
import { PackKind } from './contract.ts'

const fields = {
  kind: PackKind,
  /** Null without a company prefix. */
  sscc: z.string().nullable(),
  /** The addresses of the codes in a case, with 26 letters, or the ids of the cases on a pallet. */
  contents: z.array(z.string()),
}

/** Codes were packed into a case, or cases onto a pallet. */
export const packagePacked = defineEvent('package.packed', z.object({ ...fields, packedAt: Instant }))
/** A case or a pallet was taken apart. Its contents can be packed again. */
export const packageUnpacked = defineEvent(
  'package.unpacked',
  z.object({ ...fields, unpackedAt: Instant, reason: z.string() }),
)
