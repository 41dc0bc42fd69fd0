import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '#shared/core/api/contract.ts'

const root = join(import.meta.dirname, '../..')

/** The routes of all contracts that an API key can reach, by path and method. */
export async function routesWithScope(): Promise<Route[]> {
  const files = globSync('shared/**/*.ts', { cwd: root }).filter((file) => !/\.(test|fixture)\.ts$/.test(file))
  const modules: object[] = await Promise.all(files.map((file) => import(join(root, file))))
  const exported: unknown[] = modules.flatMap((module) => Object.values(module))
  const routes = exported.flatMap((value) => (isRoute(value) ? value : Object.values(value ?? {}).filter(isRoute)))
  const byName = new Map(routes.map((route) => [`${route.path} ${route.method}`, route]))
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, route]) => route)
}

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'scope' in value
