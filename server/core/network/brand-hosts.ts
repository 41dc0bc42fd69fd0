import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/core/db/database.ts'
import { gt, ne, or, sql } from '#server/core/drizzle/orm.ts'
import type { EventHub } from '#server/core/events/event-hub.ts'
import type { Logger } from '#server/core/logging/logger.ts'
import { officialHost, urlAtHost } from '#shared/core/host/installation-url.ts'
import { brandHost } from './table.ts'

/** The channel of changes that decide which host serves what. */
export const brandHostChannel = 'brandHost'

/** A custom domain as a request meets it. `host` and `url` have the port of the installation. */
export type BrandHost = { merchantId: string; host: string; url: string }
type Known = {
  /** Undefined while nobody has proven the host. */
  proven: BrandHost | undefined
  tokens: string[]
  /** Until when a proof is awaited (ms). */
  awaitedUntil: number
}

export type BrandHosts = {
  /**
   * The proven custom domain that a `Host` header names, from the memory of the process; undefined for every other host. A promise only
   * after a change.
   */
  find(header: string | undefined): BrandHost | undefined | Promise<BrandHost | undefined>
  /** What a host answers to the question whose it is: the tokens of all merchants that claim it. */
  tokensOf(header: string): Promise<string[]>
  /** Whether a host may get a certificate: it is proven, or its proof is awaited. */
  mayHaveCertificate(name: string): Promise<boolean>
}

/** Knows all custom domains, so that no scan reads them from the database. A change in any process is noticed within milliseconds. */
export function openBrandHosts({
  db,
  events,
  config,
  log,
}: {
  db: Database
  events: EventHub
  config: Pick<Config, 'publicUrl'>
  log: Logger
}): BrandHosts {
  const official = officialHost(config.publicUrl)
  let known: ReadonlyMap<string, Known> | undefined
  let loading: Promise<ReadonlyMap<string, Known>> | undefined
  let changes = 0
  events.subscribe(brandHostChannel, () => {
    changes += 1
    loading = undefined
  })
  let loadedAt = -1

  async function load(): Promise<ReadonlyMap<string, Known>> {
    const before = changes
    try {
      const rows = await db.read
        .select()
        .from(brandHost)
        .where(or(ne(brandHost.state, 'pending'), gt(brandHost.awaitedUntil, sql`now()`)))
      const read = new Map(
        [...Map.groupBy(rows, ({ host }) => host)].map(([host, claims]) => [
          host,
          knownOf(claims, urlAtHost(config.publicUrl, host)),
        ]),
      )
      known = read
      loadedAt = before
      return read
    } catch (error) {
      // Without the database, the last known hosts stay, and those of the installation work as always.
      log.warn({ err: error }, 'custom domains could not be read')
      return known ?? new Map()
    } finally {
      loading = undefined
    }
  }
  const current = (): ReadonlyMap<string, Known> | Promise<ReadonlyMap<string, Known>> => {
    if (known && loadedAt === changes) return known
    loading ??= load()
    return loading
  }

  return {
    find(header) {
      if (header === undefined || header === official) return undefined
      const hosts = current()
      if (!(hosts instanceof Promise)) return hosts.size === 0 ? undefined : hosts.get(hostNameOf(header))?.proven
      return hosts.then((loaded) => loaded.get(hostNameOf(header))?.proven)
    },
    tokensOf: async (header) => (await current()).get(hostNameOf(header))?.tokens ?? [],
    async mayHaveCertificate(name) {
      const one = (await current()).get(hostNameOf(name))
      return one !== undefined && (one.proven !== undefined || one.awaitedUntil > Date.now())
    },
  }
}

function knownOf(claims: readonly (typeof brandHost.$inferSelect)[], url: string): Known {
  const holder = claims.find(({ state }) => state !== 'pending')
  return {
    proven: holder && { merchantId: holder.merchantId, host: officialHost(url), url },
    tokens: claims.map(({ token }) => token).toSorted(),
    awaitedUntil: Math.max(...claims.map(({ awaitedUntil }) => awaitedUntil.getTime())),
  }
}

/** The name in a `Host` header: in lower case, without a port and without a dot at its end. */
const hostNameOf = (header: string): string => header.toLowerCase().replace(/\.?(:\d+)?$/, '')
