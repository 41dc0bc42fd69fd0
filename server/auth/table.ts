import { account, merchant } from '#server/core/auth/table.ts'
import { bytes, createdAt, id, instant } from '#server/core/db/columns.ts'
import { bigint, boolean, index, pgTable, text, unique, uuid } from '#server/core/drizzle/pg-core.ts'

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

/** The OpenID Connect provider of a merchant: the server at which the people of an organisation sign in. */
export const identityProvider = pgTable('identity_provider', {
  id: id(),
  merchantId: uuid()
    .notNull()
    .unique()
    .references(() => merchant.id),
  issuer: text().notNull(),
  clientId: text().notNull(),
  /** Encrypted, see server/oidc/client-secret.ts. */
  clientSecret: bytes().notNull(),
  /** Linked accounts other than those of owners sign in at the provider only. */
  isRequired: boolean().notNull(),
  /** The last successful test of this configuration. */
  testedAt: instant(),
  createdAt: createdAt(),
})

/**
 * Which person of a provider an account belongs to. The issuer and its subject are the only name of a person: an e-mail address can
 * be given to somebody else.
 */
export const linkedIdentity = pgTable(
  'linked_identity',
  {
    id: id(),
    merchantId: uuid()
      .notNull()
      .references(() => merchant.id),
    providerId: uuid()
      .notNull()
      .references(() => identityProvider.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .unique()
      .references(() => account.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    subject: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant(),
  },
  (table) => [
    unique('linked_identity_subject').on(table.providerId, table.issuer, table.subject),
    index('linked_identity_merchant').on(table.merchantId),
  ],
)
