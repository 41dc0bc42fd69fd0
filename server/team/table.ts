import { bytes, createdAt, id, instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { check, integer, pgTable, text, uniqueIndex, uuid } from '#server/core/drizzle/pg-core.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { TeamRole } from '#shared/team/contract.ts'

/** Open invitations. An accepted or withdrawn one is deleted, so its link is unknown. */
export const invitation = pgTable(
  'invitation',
  {
    id: id(),
    merchantId: uuid().notNull(),
    email: text().notNull(),
    role: text().$type<TeamRole>().notNull(),
    language: text().$type<Language>().notNull(),
    /** The account that invites, for the mail. */
    invitedBy: uuid().notNull(),
    /** Of the token in the newest mail; null until it is written. */
    hash: bytes().unique(),
    /** How many mails were asked for. */
    mails: integer().notNull().default(1),
    sentAt: instant(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('invitation_email').on(table.merchantId, sql`lower(email)`),
    check('invitation_role', sql`role in ('merchant', 'office', 'field')`),
  ],
)
