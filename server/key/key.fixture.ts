import { randomInt } from 'node:crypto'
import type { Person, TestApp } from '#server/core/test/harness.ts'
import type { KeyScope } from '#shared/core/api/scopes.ts'
import { keyContract, type ShownApiKey } from '#shared/key/contract.ts'

/** Makes a key of a merchant. */
export function keyOf(
  world: TestApp,
  person: Person,
  scopes: readonly KeyScope[],
  expiresAt: string | null = null,
): Promise<ShownApiKey> {
  return world.api(keyContract, person).create({ body: { name: 'ERP', scopes: [...scopes], expiresAt } })
}

/** A call with this `Authorization`, from an address of its own. */
export const callWith = (world: TestApp, authorization: string, url = '/api/sku', method: 'GET' | 'POST' = 'GET') =>
  world.app.inject({
    method,
    url,
    headers: { authorization },
    remoteAddress: `10.9.${randomInt(256)}.${randomInt(256)}`,
  })
