import { z } from 'zod'
import { Session } from '#shared/auth/contract.ts'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { ById, Done, Id, Instant, SingleLine } from '#shared/core/fields/fields.ts'
import { ExistingPassword } from '#shared/core/fields/password.ts'

/** Passkeys of an account at most. */
export const maxPasskeys = 20

const noName = 'Please fill in the name'
export const PasskeyName = z.object({ name: SingleLine(60, noName).min(1, noName) })

/** The password is asked for again: who finds an open console cannot add a passkey. */
export const PasskeyConfirmation = z.object({ password: ExistingPassword('Please fill in the current password') })

export const Passkey = z
  .object({
    id: Id,
    name: z.string(),
    /** Whether it is copied between devices, for example by an account of Apple or Google. */
    backedUp: z.boolean(),
    createdAt: Instant,
    /** Null until it is used. */
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

const Bytes = (max: number) =>
  z
    .string()
    .regex(/^[\w-]*$/)
    .max(max)
const CredentialId = Bytes(1_400).min(1)
const Transports = z.array(z.string().max(40)).max(10)
const Descriptor = z.object({
  id: z.string(),
  type: z.string(),
  transports: z.array(z.string()).optional(),
})

/** What the browser is asked for; the fields are those of Web Authentication, level 3. */
const CreationOptions = z.object({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(Descriptor).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.string().optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: z.string().optional(),
    })
    .optional(),
  attestation: z.string().optional(),
})
const RequestOptions = z.object({
  rpId: z.string().optional(),
  challenge: z.string(),
  timeout: z.number().optional(),
  userVerification: z.string().optional(),
})

const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string().max(40), z.unknown()).default({}),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
}
export const NewCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes(4_000),
    attestationObject: Bytes(20_000),
    transports: Transports.optional(),
  }),
})
export type NewCredential = z.infer<typeof NewCredential>
export const UsedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes(4_000),
    authenticatorData: Bytes(4_000),
    signature: Bytes(2_000),
    userHandle: Bytes(100).optional(),
  }),
})
export type UsedCredential = z.infer<typeof UsedCredential>

export const passkeyContract = defineContract({
  list: {
    method: 'GET',
    path: '/auth/passkeys',
    access: 'signedIn',
    summary: 'List the passkeys of the caller, the oldest first',
    answer: z.array(Passkey),
  },
  newOptions: {
    method: 'POST',
    path: '/auth/passkeys/options',
    access: 'signedIn',
    confirmed: true,
    summary: 'Confirm the password and begin to add a passkey',
    body: PasskeyConfirmation,
    answer: CreationOptions,
    perMinute: 10,
  },
  add: {
    method: 'POST',
    path: '/auth/passkeys',
    access: 'signedIn',
    confirmed: true,
    summary: 'Add a passkey that an authenticator has made; the same one again changes nothing',
    body: PasskeyName.extend({ credential: NewCredential }),
    answer: Passkey,
    perMinute: 10,
  },
  rename: {
    method: 'PUT',
    path: '/auth/passkeys/:id',
    access: 'signedIn',
    summary: 'Rename a passkey of the caller',
    params: ById,
    body: PasskeyName,
    answer: Passkey,
  },
  remove: {
    method: 'DELETE',
    path: '/auth/passkeys/:id',
    access: 'signedIn',
    summary: 'Remove a passkey of the caller, which ends sign-ins with it',
    params: ById,
    answer: Done,
  },
  options: {
    method: 'POST',
    path: '/auth/passkey/options',
    access: 'public',
    summary: 'Begin a sign-in with a passkey',
    answer: RequestOptions,
    perMinute: 120,
  },
  signIn: {
    method: 'POST',
    path: '/auth/passkey/sign-in',
    access: 'public',
    summary: 'Sign in with a passkey',
    body: z.object({ credential: UsedCredential, keep: z.boolean().default(false) }),
    answer: Session,
    perMinute: 20,
  },
})

export const passkeyProblems = defineProblems('passkey', {
  notFound: { status: 404, enUS: 'This passkey was removed already', ruRU: 'Этот ключ доступа уже удалён' },
  /** The same for a passkey that does not exist and for a wrong signature. */
  refused: {
    status: 400,
    enUS: 'This passkey is not accepted. It may have been removed. Sign in with your password.',
    ruRU: 'Этот ключ доступа не принят. Возможно, он удалён. Войдите с паролем.',
  },
  expired: {
    status: 400,
    enUS: 'This took too long. Please try again.',
    ruRU: 'Прошло слишком много времени. Попробуйте ещё раз.',
  },
  notAdded: {
    status: 400,
    enUS: 'This passkey could not be checked. Please try again, or use another device.',
    ruRU: 'Этот ключ доступа не прошёл проверку. Попробуйте ещё раз или используйте другое устройство.',
  },
  needsPassword: {
    status: 409,
    enUS: 'Set a password first. It still signs you in if the passkey is lost.',
    ruRU: 'Сначала задайте пароль. С ним можно войти, если ключ доступа потерян.',
  },
  tooMany: {
    status: 409,
    enUS: 'You have {{max}} passkeys, which is the limit. Remove one that you no longer use.',
    ruRU: 'У вас {{max}} ключей доступа, это предел. Удалите тот, которым больше не пользуетесь.',
  },
})
