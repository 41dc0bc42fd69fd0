import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createMicroBatch } from '#server/core/db/micro-batch.ts'
import { networkGroups } from '#server/core/network/network-group.ts'
import type { Services } from '#server/core/services.ts'
import { isAutomaticVisit } from '#server/verify/scans/automatic-visit.ts'
import { createDailySaltReader } from '#server/verify/scans/daily-salt.ts'
import { createOwnVisitors } from '#server/verify/scans/own-visitors.ts'
import { createScanContextReader } from '#server/verify/scans/scan-context.ts'
import { type CodeRow, createScanStore, type ScanRequest } from '#server/verify/scans/scan-store.ts'
import type { ScanKind } from '#shared/verify/contract.ts'

export type Caller = Pick<FastifyRequest, 'actor' | 'caller' | 'headers' | 'method' | 'url'>
/** The same with the custom domain at which the caller asks, if it is not the host of the installation. */
export type CallerAtHost = Caller & Partial<Pick<FastifyRequest, 'brand'>>
/** The kind of a scan if a shopper makes it. */
export type ShopperKind = Exclude<ScanKind, 'AUTOMATIC' | 'OWN'>
type AskedScan = Pick<ScanRequest, 'address' | 'hasSecret' | 'isUnseen' | 'isConfirmation'> & {
  /** Undefined for a scan that is not counted. */
  kind: ShopperKind | undefined
}

/** Seen pages that a process remembers, so that a page that is loaded again and again is told once a day. */
const maxConfirmed = 20_000
/** Scans that are stored after the response, at most at a time. Each holds memory. */
const maxBackgroundScans = 1_000

const merchantsOfCodes = {
  name: 'verify_merchants',
  text: 'select address, merchant_id from code where address = any($1::uuid[])',
}

export type ScanRecorder = {
  /**
   * The code after this scan, and whether the scan counts. It is stored before the promise resolves. Only a scan by a device of some
   * merchant's people needs a further query.
   */
  record(asked: AskedScan, from: Caller): Promise<{ code: CodeRow | undefined; isCounted: boolean }>
  /** Stores a scan without making the response wait. Without the database it is lost. */
  recordLater(asked: AskedScan, from: Caller): void
  /** Notes that a person saw the page of a code. Neither waits nor fails. */
  confirm(address: string, from: Caller): void
  /** The visitor of a caller on this day: see `ScanContext`. */
  visitorOf(from: Pick<Caller, 'caller' | 'headers'>): Promise<string>
}

type Needs = Pick<Services, 'db' | 'config' | 'log' | 'events' | 'memberCalls'>

export function createScanRecorder({ db, config, log, events, memberCalls }: Needs): ScanRecorder {
  const scan = createScanStore(db)
  const readContext = createScanContextReader({ config, log })
  const salt = createDailySaltReader(db)
  const groupOf = networkGroups(config.codeKey)
  const contextOf = async (caller: string, userAgent: string | undefined) =>
    readContext(caller, userAgent, await salt())
  const ownMerchantOf = createOwnVisitors(
    { events, memberCalls, log },
    async ({ caller, userAgent }) => (await contextOf(caller, userAgent)).visitor,
  )
  const merchantOfCode = createMicroBatch<string>(async (addresses) => {
    const values = [`{${addresses.join()}}`]
    const { rows } = await db.publicPool.query<{ address: string; merchant_id: string }>({
      ...merchantsOfCodes,
      values,
    })
    return new Map(rows.map(({ address, merchant_id }) => [address, merchant_id]))
  })
  const visitorOf: ScanRecorder['visitorOf'] = async ({ caller, headers }) =>
    (await contextOf(caller, headers['user-agent'])).visitor

  /** The merchant to whose people the device belongs, or undefined. */
  const ownMerchant = ({ actor }: Caller, visitor: string): string | undefined =>
    (actor?.demo ? undefined : actor?.merchantId) ?? ownMerchantOf(visitor)

  const record: ScanRecorder['record'] = async (asked, from) => {
    const { caller, headers } = from
    const { address, hasSecret } = asked
    const context = await contextOf(caller, headers['user-agent'])
    let kind: ScanKind | undefined = asked.kind
    if (kind && isAutomaticVisit(from)) kind = 'AUTOMATIC'
    else if (kind && hasSecret) {
      const own = ownMerchant(from, context.visitor)
      if (own && (await merchantOfCode(address)) === own) kind = 'OWN'
    }
    const code = await scan({ ...context, ...asked, kind, network: groupOf(caller, address) })
    return { code, isCounted: kind !== undefined && kind === asked.kind }
  }

  let storing = 0
  function later(store: () => Promise<unknown>): void {
    if (storing >= maxBackgroundScans) return
    storing += 1
    store()
      .catch(() => undefined)
      .finally(() => (storing -= 1))
  }

  const confirmed = new LRUCache<string, true>({ max: maxConfirmed })
  async function confirm(address: string, from: Caller): Promise<void> {
    const key = `${address} ${await visitorOf(from)}`
    if (confirmed.has(key)) return
    confirmed.set(key, true)
    await record({ address, hasSecret: true, kind: undefined, isConfirmation: true }, from)
  }

  return {
    record,
    recordLater: (asked, from) => later(() => record(asked, from)),
    confirm: (address, from) => later(() => confirm(address, from)),
    visitorOf,
  }
}
