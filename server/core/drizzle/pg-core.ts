/** The tables of the query builder, imported through this file only, see `orm.ts`. */
// biome-ignore lint/performance/noBarrelFile: see above
export * from 'drizzle-orm/pg-core'
