import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { Instant } from '#shared/core/fields/fields.ts'

/** Ends at the first fault, because `atob` throws for a text that is not base64. */
const base64 = (bytes: number) =>
  z
    .base64({ error: 'Must be base64', abort: true })
    .refine((text) => atob(text).length === bytes, `Must be ${bytes} bytes in base64`)
const PublicKeyText = base64(32)
const SignatureText = base64(64)

/** A key of a merchant, as it is published. */
export const MerchantKey = z
  .object({
    /** Ed25519 (RFC 8032), 32 bytes in base64. */
    key: PublicKeyText,
    /** Signature of the key over the statement, 64 bytes in base64. */
    signature: SignatureText,
    from: Instant,
    /** The time at which it was replaced or withdrawn; null for the present key. */
    until: Instant.nullable(),
  })
  .meta({ id: 'MerchantKey' })
export type MerchantKey = z.infer<typeof MerchantKey>

/**
 * The statement that a key signs when it is registered: only the owner of the key can sign it, and it names one merchant of one
 * installation.
 */
export const keyStatement = (publicUrl: string, merchantId: string): string =>
  `This is the signing key of a merchant.\n${publicUrl}\n${merchantId}\n`

export const MerchantKeys = z
  .object({
    /** Where the keys are published. */
    address: z.string(),
    statement: z.string(),
    /** The newest one first. */
    keys: z.array(MerchantKey),
  })
  .meta({ id: 'MerchantKeys' })
export type MerchantKeys = z.infer<typeof MerchantKeys>

export const merchantKeyContract = defineContract({
  read: {
    method: 'GET',
    path: '/business/key',
    access: 'merchantOrService',
    summary: 'Read the public keys of the merchant, and what a new key signs',
    answer: MerchantKeys,
  },
  set: {
    method: 'PUT',
    path: '/business/key',
    access: 'merchant',
    summary: 'Publish a public key of the merchant, in place of the present one',
    body: z.object({ key: PublicKeyText, signature: SignatureText }),
    answer: MerchantKeys,
  },
  withdraw: {
    method: 'DELETE',
    path: '/business/key',
    access: 'merchant',
    summary: 'Withdraw the present public key of the merchant',
    answer: MerchantKeys,
  },
})

export const merchantKeyProblems = defineProblems('merchantKey', {
  signature: {
    status: 409,
    enUS: 'The signature is not by this key over the statement',
    ruRU: 'Это не подпись данного ключа под заявлением',
  },
  ended: {
    status: 409,
    enUS: 'This key was replaced or withdrawn before. Make a new one',
    ruRU: 'Этот ключ уже был заменён или отозван. Создайте новый',
  },
})
