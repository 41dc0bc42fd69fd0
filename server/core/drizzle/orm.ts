/**
 * The query builder. It is imported through this file only: Node reads the list of exports of the package, 178 kB, at each
 * import of it, which was a fifth of the start of a process.
 */
// biome-ignore lint/performance/noBarrelFile: see above
export * from 'drizzle-orm'
