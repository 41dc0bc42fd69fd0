import { bytes, createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from '#server/core/drizzle/pg-core.ts'
import type { Role } from '#shared/core/api/access.ts'
import type { KeyScope } from '#shared/core/api/scopes.ts'
import type { Language } from '#shared/core/i18n/language.ts'

export const merchant = pgTable('merchant', {
  id: id(),
  /** Derived from the business name. It identifies the merchant in tokens and lists. */
  code: text().notNull().unique(),
  name: text().notNull(),
  country: text().notNull(),
  /** Features that an administrator switched on: temperature, submission, halal, redirect:HOST. */
  features: text().array().notNull().default(sql`'{}'`),
  isDemo: boolean().notNull().default(false),
  createdAt: createdAt(),
})

export const account = pgTable(
  'account',
  {
    id: id(),
    /** Null for administrators. */
    merchantId: uuid().references(() => merchant.id),
    role: text().$type<Role>().notNull(),
    username: text().notNull(),
    email: text().notNull(),
    /**
     * Several accounts can name the same email address, and at most one of them holds it: the account that confirmed it by a link,
     * or that an administrator created. A registration only claims the e-mail address, so that registering does not reveal whether
     * an account has it.
     */
    holdsEmail: boolean().notNull().default(true),
    passwordHash: text().notNull(),
    confirmed: boolean().notNull().default(false),
    blocked: boolean().notNull().default(false),
    /** When the owner removed the account from the team. It is blocked since then, and its name stays in the audit trail. */
    removedAt: instant(),
    /** Counts password changes and sign-outs of all devices. Tokens of an older version are rejected. */
    sessionVersion: integer().notNull().default(1),
    language: text().$type<Language>().notNull().default('enUS'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('account_email').on(sql`lower(email)`).where(sql`holds_email`),
    index('account_claim').on(sql`lower(email)`, table.createdAt).where(sql`not holds_email`),
    index('account_merchant').on(table.merchantId),
    /** Finds the merchant of a domain of e-mail addresses. */
    index('account_domain')
      .on(sql`split_part(lower(email), '@', 2)`, table.merchantId)
      .where(sql`holds_email and confirmed`),
    check('account_role', sql`role in ('merchant', 'office', 'field', 'dealer', 'customerservice', 'admin')`),
    check('account_merchant_of_role', sql`(role = 'admin') = (merchant_id is null)`),
  ],
)

export type TokenKind = 'confirm' | 'reset' | 'administrator'

/** Single-use links sent by mail. Only the hash of the token is stored. */
export const accountToken = pgTable(
  'account_token',
  {
    hash: bytes().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    kind: text().$type<TokenKind>().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [index('account_token_account').on(table.accountId, table.createdAt)],
)

export type ChallengeKind = 'passkeyAdd' | 'passkeySignIn' | 'organisation'

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

/** Failed sign-ins and similar attempts, by a keyed hash of their target; see server/auth/attempt-limit.ts. */
export const attempt = pgTable(
  'attempt',
  {
    key: bytes().primaryKey(),
    failures: integer().notNull(),
    failedAt: createdAt(),
    /** Attempts are rejected until this time. */
    nextAt: createdAt(),
  },
  (table) => [index('attempt_failed').on(table.failedAt)],
)

/** Refresh tokens. A refresh replaces the token. If a replaced token is used, its whole family ends. */
export const session = pgTable(
  'session',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    tokenHash: bytes().notNull().unique(),
    family: uuid().notNull(),
    /** "Keep me signed in": the cookie remains after the browser is closed. */
    keep: boolean().notNull(),
    userAgent: text().notNull().default(''),
    /** Location of the sign-in or refresh, derived from the IP address: ISO 3166-1 alpha-2 code and the name of a city. */
    country: text(),
    city: text(),
    expiresAt: instant().notNull(),
    replacedAt: instant(),
    revokedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [index('session_account').on(table.accountId, table.createdAt), index('session_family').on(table.family)],
)

/**
 * Keys of programs. A key acts for the account that made it, in the present state of the account, and ends with it.
 */
export const apiKey = pgTable(
  'api_key',
  {
    id: id(),
    merchantId: uuid()
      .notNull()
      .references(() => merchant.id),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    scopes: text().array().$type<KeyScope[]>().notNull(),
    /** The first letters of the newest secret. */
    start: text().notNull(),
    /** Null: it does not end by itself. */
    expiresAt: instant(),
    /** At most a minute late. */
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index('api_key_created').on(table.merchantId, table.createdAt, table.id),
    index('api_key_account').on(table.accountId),
  ],
)

/** What a caller sends for a key. After a rotation the older ones are valid until `endsAt`. Only the hash is stored. */
export const apiKeySecret = pgTable(
  'api_key_secret',
  {
    hash: bytes().primaryKey(),
    merchantId: uuid()
      .notNull()
      .references(() => merchant.id),
    keyId: uuid()
      .notNull()
      .references(() => apiKey.id, { onDelete: 'cascade' }),
    /** Null: the newest one. */
    endsAt: instant(),
  },
  (table) => [
    index('api_key_secret_key').on(table.merchantId, table.keyId),
    index('api_key_secret_of').on(table.keyId),
  ],
)
