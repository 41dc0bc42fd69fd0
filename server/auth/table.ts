import { account } from '#server/core/auth/table.ts'
import { bytes, createdAt, id, instant } from '#server/core/db/columns.ts'
import { bigint, boolean, index, jsonb, pgTable, text, uuid } from '#server/core/drizzle/pg-core.ts'

/** Passkeys of accounts: keys of authenticators that sign in without a password. The private keys never leave the authenticators. */
export const passkey = pgTable(
  'passkey',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The authenticator has chosen it, in base64url. */
    credentialId: text().notNull().unique(),
    /** In the form of COSE. */
    publicKey: bytes().notNull(),
    /** Signatures that the authenticator has made; always 0 for passkeys that are copied between devices. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How a browser reaches the authenticator, such as `internal` or `usb`. */
    transports: text().array().notNull(),
    name: text().notNull(),
    /** Whether the passkey is copied between devices, for example by an account of Apple or Google. */
    backedUp: boolean().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant(),
  },
  (table) => [index('passkey_account').on(table.accountId, table.createdAt)],
)

export type ChallengeKind = 'passkeyAdd' | 'passkeySignIn'

/**
 * What a sign-in in several steps must repeat in its last step. A row is deleted by its first use. Only the hash of the challenge is
 * stored.
 */
export const signInChallenge = pgTable(
  'sign_in_challenge',
  {
    hash: bytes().primaryKey(),
    kind: text().$type<ChallengeKind>().notNull(),
    /** Null if nobody is signed in yet. */
    accountId: uuid().references(() => account.id, { onDelete: 'cascade' }),
    data: jsonb().$type<unknown>().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index('sign_in_challenge_expires').on(table.expiresAt),
    index('sign_in_challenge_account').on(table.accountId),
  ],
)
