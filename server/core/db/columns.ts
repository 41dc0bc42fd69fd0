import { customType, timestamp, uuid } from '#server/core/drizzle/pg-core.ts'

/** Column builders that every table shares. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })
export const instant = () => timestamp({ withTimezone: true })
export const id = () => uuid().primaryKey().defaultRandom()
export const createdAt = () => instant().notNull().defaultNow()
