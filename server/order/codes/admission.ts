import type { FastifyRequest } from 'fastify'
import { createMicroBatch } from '#server/core/db/micro-batch.ts'
import type { Services } from '#server/core/services.ts'
import { assertOwnBrand } from '#server/host/service.ts'

/** Who gives a code, and the custom domain at which; without one on the host of the installation. */
export type CodeGiver = Pick<FastifyRequest, 'caller'> & Partial<Pick<FastifyRequest, 'brand'>>
type CheckedCode = { address: string; hasSecret: boolean }

export type CodeAdmission = {
  /**
   * Whether a public call may be answered for a code: counts one without its secret as a guess, and then reads nothing.
   *
   * @throws a problem that names the official address, if the code has its secret and its merchant is not that of the custom domain
   */
  admit(code: CheckedCode, from: CodeGiver): Promise<boolean>
  /** The same for a code whose secret, or a token in its place, was checked before. */
  assertServed(address: string, from: CodeGiver): Promise<void>
}

const merchantsOfCodes = {
  name: 'admission_merchants',
  text: 'select address, merchant_id from code where address = any($1::uuid[])',
}

/**
 * What each public call that takes a code asks before it does anything for it. On the host of the installation this reads nothing; at a
 * custom domain, the merchant of the code.
 */
export function createCodeAdmission({
  db,
  config,
  guesses,
}: Pick<Services, 'db' | 'config' | 'guesses'>): CodeAdmission {
  const merchantOf = createMicroBatch<string>(async (addresses) => {
    const values = [`{${addresses.join()}}`]
    const { rows } = await db.publicPool.query<{ address: string; merchant_id: string }>({
      ...merchantsOfCodes,
      values,
    })
    return new Map(rows.map(({ address, merchant_id }) => [address, merchant_id]))
  })

  async function assertServed(address: string, { brand }: CodeGiver): Promise<void> {
    const merchantId = brand && (await merchantOf(address))
    if (merchantId) assertOwnBrand(brand, merchantId, config)
  }

  return {
    async admit({ address, hasSecret }, from) {
      if (!guesses.admit(hasSecret, from.caller)) return false
      await assertServed(address, from)
      return true
    },
    assertServed,
  }
}
