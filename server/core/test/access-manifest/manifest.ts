import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Access, hasAccess, merchantRoles, type Role } from '#shared/core/api/access.ts'
import type { Route } from '#shared/core/api/contract.ts'
import type { KeyScope } from '#shared/core/api/scopes.ts'
import { accountEntries } from './accounts.ts'
import type { Entry, Foreign } from './entry.ts'
import { fieldEntries } from './field.ts'
import { productEntries } from './products.ts'
import { registrationEntries } from './registration.ts'

export const entries = { ...accountEntries, ...registrationEntries, ...productEntries, ...fieldEntries }

type ManifestRoute = Pick<Entry, 'input'> & {
  access: Access
  /** Roles that get 403. Callers without a session are always rejected, unless the route is `open`. */
  denied: readonly Role[] | 'open'
  /** The scope with which API keys may call it. */
  scope: KeyScope | undefined
  /** Undefined if the entry has to say it. */
  foreign: Foreign | undefined
}

export const roles: readonly Role[] = [...merchantRoles, 'admin']

type Declared = Pick<Route, 'method' | 'path' | 'access' | 'body' | 'scope'>
const isRoute = (value: unknown): value is Declared =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** The routes of all contracts, and those that only an entry declares. */
async function declaredRoutes(): Promise<Declared[]> {
  const files = globSync('shared/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const modules: object[] = await Promise.all(files.map((file) => import(resolve(file))))
  const exported: unknown[] = modules.flatMap((module) => Object.values(module))
  const contracts = exported.flatMap((value) => (isRoute(value) ? value : Object.values(value ?? {}).filter(isRoute)))
  const others = Object.entries(entries).flatMap(([name, { access }]): Declared[] => {
    const [method, path] = name.split(' ') as [Route['method'], string]
    const list = contracts.find((one) => one.method === method && `${one.path}.csv` === path)
    return access ? [{ method, path, access, ...(list?.scope && { scope: list.scope }) }] : []
  })
  return [...contracts, ...others]
}

/** A call with a body can name resources in it, so its entry says what happens then. */
function usualForeign({ method, path, access, body }: Declared): Foreign | undefined {
  if (access === 'public') return 'open'
  if (!hasAccess(access, 'merchant')) return 403
  if (path.includes(':')) return 404
  if (method === 'GET') return 'nothing'
  return body ? undefined : 'own'
}

function manifestRoute(route: Declared): [string, ManifestRoute] {
  const { method, path, access, scope } = route
  const name = `${method} ${path}`
  const entry: Entry | undefined = entries[name]
  const denied = access === 'public' ? 'open' : roles.filter((role) => !hasAccess(access, role))
  return [name, { foreign: usualForeign(route), ...entry, access, scope, denied }]
}

/** Every route of the API by method and path, as in `GET /sku/:id`: what its contract says, and its entry. */
export const manifest: Record<string, ManifestRoute> = Object.fromEntries((await declaredRoutes()).map(manifestRoute))
