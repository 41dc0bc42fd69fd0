import type { FastifyRequest } from 'fastify'
import { networkGroups } from '#server/core/network/network-group.ts'
import type { Services } from '#server/core/services.ts'
import { secretCheck } from '#server/order/service.ts'
import { itemJudge } from '#server/verdict/service.ts'
import { saltOfDay } from '#server/verify/scans/daily-salt.ts'
import { scanContextReader } from '#server/verify/scans/scan-context.ts'
import { type CodeRow, scanStore } from '#server/verify/scans/scan-store.ts'
import type { Feature } from '#shared/core/api/features.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import type { ScanKind, VerifyAnswer, VerifyQuery } from '#shared/verify/contract.ts'
import { answerOf, answerText, type LookupResult } from './answer.ts'
import { attestationLookup } from './attestations.ts'
import { guessLimit } from './guess-limit.ts'
import { productLookup } from './products.ts'
import { shipmentLookup } from './shipment-lookup.ts'

/** Looks that nobody waits for, at once: each holds memory. */
const MAX_BACKGROUND_SCANS = 1_000

export interface Verifier {
  /** Looks a code up, counts the scan, and only then answers, to those who hold its secret. */
  verify(query: VerifyQuery, request: Caller, language: Language): Promise<VerifyAnswer>
  /** The same as JSON. */
  verifyText(query: VerifyQuery, request: Caller, language: Language): Promise<string>
  /**
   * The same, of a check that was counted already: for what is downloaded after it. Undefined without the secret of the code,
   * before anything is looked up.
   */
  repeat(query: VerifyQuery, request: Caller, language: Language): Promise<VerifyAnswer | undefined>
  /** Counts a redirect and answers where to; nothing for codes that are not genuine. */
  redirect(query: VerifyQuery, request: Caller): Promise<Destination | null>
}
/** Where a page leads, and whether an administrator approved its host. */
export type Destination = { url: string; isApproved: boolean }
export type Caller = Pick<FastifyRequest, 'caller' | 'headers'>

export function createVerifier({ db, config }: Pick<Services, 'db' | 'config'>): Verifier {
  const pool = db.publicPool
  const findProduct = productLookup(db)
  const findAttested = attestationLookup(pool)
  const findTravel = shipmentLookup(db, config.codeKey)
  const scan = scanStore(db)
  const holdsSecret = secretCheck(config.codeKey)
  const visitOf = scanContextReader(config.geoipMmdb)
  const salt = saltOfDay(db)
  const groupOf = networkGroups(config.codeKey)
  const misses = guessLimit()
  const judge = itemJudge(db)

  async function look(query: VerifyQuery, from: Caller, kind?: ScanKind): Promise<LookupResult> {
    const scanned = parseCode(query.a ?? query.address, query.p)
    const holds = scanned !== undefined && holdsSecret(scanned.address, scanned.secret ?? '')
    if (!holds) {
      misses.check(from.caller)
      misses.count(from.caller)
      if (scanned) store(scanned.address, from, kind)
      return { verdict: 'unknown' }
    }
    const code = await findCode(scanned.address, holds, from, kind)
    const verdict = code?.verdict ?? 'unknown'
    if (verdict === 'unknown') misses.count(from.caller)
    if (!code || verdict === 'unknown') return { verdict }
    const isGenuine = verdict === 'genuine'
    const product = await findProduct(code.sku_id)
    const mayTravel = isGenuine && code.wasShipped && product?.features.includes('temperature' satisfies Feature)
    const attested = isGenuine ? await findAttested(code) : undefined
    const travel = mayTravel ? await findTravel(code.address) : undefined
    const item = await judge({ code, product, activatedAt: attested?.activatedAt, isCounted: kind !== undefined })
    return { verdict, product, attested, travel, item }
  }

  let storing = 0
  /**
   * Of a code without its secret, which is answered as one that does not exist: nothing of its brand is even looked up, and the
   * answer does not wait until the look is stored, since that takes time with codes that exist alone.
   */
  function store(address: string, from: Caller, kind?: ScanKind): void {
    if (storing >= MAX_BACKGROUND_SCANS) return
    storing += 1
    findCode(address, false, from, kind)
      // With the database away it is one look less at a code that nobody proved to hold.
      .catch(() => undefined)
      .finally(() => (storing -= 1))
  }

  /** The code as it is after this look at it, which is on disk by then. */
  async function findCode(
    address: string,
    holds: boolean,
    from: Caller,
    kind?: ScanKind,
  ): Promise<CodeRow | undefined> {
    const visit = visitOf(from.caller, from.headers['user-agent'], await salt())
    const network = groupOf(from.caller, address)
    return scan({ ...visit, network, address, hasSecret: holds, kind })
  }

  return {
    verify: async (query, caller, language) => answerOf(await look(query, caller, 'VERIFY'), language),
    verifyText: async (query, caller, language) => answerText(await look(query, caller, 'VERIFY'), language),
    async repeat(query, caller, language) {
      const scanned = parseCode(query.a ?? query.address, query.p)
      if (!scanned || !holdsSecret(scanned.address, scanned.secret ?? '')) return undefined
      return answerOf(await look(query, caller), language)
    },
    async redirect(query, caller) {
      const { verdict, product } = await look(query, caller, 'REDIRECT')
      if (verdict !== 'genuine' || !product?.url) return null
      return { url: product.url, isApproved: product.redirectsAutomatically }
    },
  }
}
