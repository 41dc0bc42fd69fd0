import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { scopes } from '#shared/core/api/scopes.ts'
import { ById, Done, dateMessage, Id, Instant, pageOf, SingleLine, UserDateTime } from '#shared/core/fields/fields.ts'

const noName = 'Please fill in this field'

/** How long (hours) the old key may still be used after a rotation. */
export const graceHours = { usual: 24, most: 168 }

export const ApiKeyInput = z.object({
  name: SingleLine(60, noName).min(1, noName),
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .max(scopes.length)
    .transform((chosen) => scopes.filter((scope) => chosen.includes(scope))),
  /** Null: the key does not expire. */
  expiresAt: UserDateTime.refine((time) => Date.parse(time) > Date.now(), dateMessage)
    .nullable()
    .default(null),
})
export type ApiKeyInput = z.input<typeof ApiKeyInput>

export const ApiKey = z
  .object({
    id: Id,
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    /** The first letters of the key. */
    start: z.string(),
    expiresAt: Instant.nullable(),
    /** Null until the key is used. At most a minute late. */
    lastUsedAt: Instant.nullable(),
    /** Until when the key before the last rotation is valid; null if there is none. */
    graceEndsAt: Instant.nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

/** The only response with the key itself: the server stores its hash. */
export const ShownApiKey = ApiKey.extend({ key: z.string() }).meta({ id: 'ShownApiKey' })
export type ShownApiKey = z.infer<typeof ShownApiKey>

export const keyContract = defineContract({
  list: {
    method: 'GET',
    path: '/keys',
    access: 'owner',
    summary: 'List the API keys of the merchant, the newest first',
    answer: pageOf(ApiKey),
  },
  create: {
    method: 'POST',
    path: '/keys',
    access: 'confirmedOwner',
    summary: 'Make an API key; the response is the only one that contains it',
    body: ApiKeyInput,
    answer: ShownApiKey,
    perMinute: 60,
  },
  rotate: {
    method: 'POST',
    path: '/keys/:id/rotate',
    access: 'confirmedOwner',
    summary: 'Replace an API key by a new one; the old one stays valid for `graceHours`',
    params: ById,
    body: z.object({ graceHours: z.int().min(0).max(graceHours.most).default(graceHours.usual) }),
    answer: ShownApiKey,
    perMinute: 60,
  },
  remove: {
    method: 'DELETE',
    path: '/keys/:id',
    access: 'owner',
    summary: 'Delete an API key, which ends it at once',
    params: ById,
    answer: Done,
  },
})

export const keyProblems = defineProblems('key', {
  notFound: { status: 404, enUS: 'This API key was not found', ruRU: 'Этот API-ключ не найден' },
  expired: {
    status: 409,
    enUS: 'This API key has expired. Make a new one.',
    ruRU: 'Срок этого API-ключа истёк. Создайте новый.',
  },
  rotatedTooOften: {
    status: 409,
    enUS: 'This key was replaced {{most}} times, and the old ones are still valid. Replace it without a grace period, or wait.',
    ruRU: 'Этот ключ уже заменяли {{most}} раз, и старые ещё действуют. Замените его без отсрочки или подождите.',
  },
})
