import type { FastifyRequest } from 'fastify'
import { networkGroups } from '#server/core/network/network-group.ts'
import type { Services } from '#server/core/services.ts'
import { createCodeCheck } from '#server/order/service.ts'
import { createRecordingReader } from '#server/sensor/service.ts'
import { createItemAssessor } from '#server/verdict/service.ts'
import { isAutomaticVisit } from '#server/verify/scans/automatic-visit.ts'
import { createDailySaltReader } from '#server/verify/scans/daily-salt.ts'
import { createScanContextReader } from '#server/verify/scans/scan-context.ts'
import { type CodeRow, createScanStore } from '#server/verify/scans/scan-store.ts'
import type { Feature } from '#shared/core/api/features.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { readCode } from '#shared/verify/code/code.ts'
import type { ScanKind, VerifyQuery, VerifyResponse } from '#shared/verify/contract.ts'
import { officialHost } from '#shared/verify/page-url.ts'
import { createAttestationLookup } from './attestations.ts'
import { createOpeningLookup } from './openings.ts'
import { createProductLookup } from './products.ts'
import { recordingsOf } from './sensors.ts'
import { createShipmentLookup } from './shipment-lookup.ts'
import { buildVerifyResponse, type LookupResult, serializeVerifyResponse } from './verify-response.ts'

/** Scans that are stored after the response, at most at a time. Each holds memory. */
const maxBackgroundScans = 1_000

export type Verifier = {
  /** Looks a code up and stores the scan before it answers. Codes without their secret are unknown, damaged ones not looked up. */
  verify(query: VerifyQuery, request: Caller, language: Language): Promise<VerifyResponse>
  /** The same as JSON. */
  verifyText(query: VerifyQuery, request: Caller, language: Language): Promise<string>
  /** Whether a query has the secret of its code, without a lookup. A query without it counts as a guess. */
  hasSecret(query: VerifyQuery, request: Caller): boolean
  /** Like verify, but for a download after a check that was already counted. */
  repeat(query: VerifyQuery, request: Caller, language: Language): Promise<VerifyResponse>
  /** Counts a redirect and returns its destination, or null for codes that are not genuine. */
  redirect(query: VerifyQuery, request: Caller): Promise<Destination | null>
}
/** The link of a page, and whether an administrator approved its host. */
type Destination = { url: string; isApproved: boolean }
type Caller = Pick<FastifyRequest, 'caller' | 'headers' | 'method' | 'url'>
type Found = Omit<LookupResult, 'officialHost'>
/** The kind of a visit if a person makes it. */
type PersonalKind = Exclude<ScanKind, 'AUTOMATIC'>

const readGiven = ({ a, address, p }: VerifyQuery) => readCode(a ?? address, p)

type Needs = Pick<Services, 'db' | 'config' | 'log' | 'guesses'>

export function createVerifier({ db, config, log, guesses }: Needs): Verifier {
  const pool = db.publicPool
  const findProduct = createProductLookup(db)
  const findAttested = createAttestationLookup(pool)
  const findShipment = createShipmentLookup(db, config.codeKey)
  const readRecordings = createRecordingReader(db)
  const scan = createScanStore(db)
  const checkCode = createCodeCheck(config.codeKey)
  const contextOf = createScanContextReader({ config, log })
  const salt = createDailySaltReader(db)
  const groupOf = networkGroups(config.codeKey)
  const assessItem = createItemAssessor(db)
  const findOpening = createOpeningLookup(db)
  const host = officialHost(config.publicUrl)

  async function lookUp(query: VerifyQuery, from: Caller, personal?: PersonalKind): Promise<Found> {
    const kind = personal && isAutomaticVisit(from) ? 'AUTOMATIC' : personal
    const reading = readGiven(query)
    // Whoever has a damaged link guesses no secret, and nothing is looked up.
    if ('damage' in reading) return { verdict: 'damaged', damage: reading.damage }
    const { address, hasSecret } = checkCode(reading.code)
    if (!guesses.admit(hasSecret, from.caller)) {
      store(address, from, kind)
      return { verdict: 'unknown' }
    }
    const code = await findCode(address, hasSecret, from, kind)
    const verdict = code?.verdict ?? 'unknown'
    if (verdict === 'unknown') guesses.count(from.caller)
    if (!code || verdict === 'unknown') return { verdict }
    const isGenuine = verdict === 'genuine'
    const product = await findProduct(code.sku_id)
    const canBeInTransit = isGenuine && code.wasShipped && product?.features.includes('temperature' satisfies Feature)
    const attested = isGenuine ? await findAttested(code) : undefined
    const shipment = canBeInTransit ? await findShipment(code.address) : undefined
    const recordings = await readRecordings(recordingsOf(attested?.sensors ?? [], code.merchant_id))
    const item = await assessItem({
      code,
      product,
      activatedAt: attested?.activatedAt,
      isCounted: kind === personal && kind !== undefined,
    })
    const scratch = isGenuine && product?.hasScratch ? await findOpening(code.address, visitorOf(from)) : null
    return { verdict, product, attested, recordings, shipment, item, scratch }
  }

  const visitorOf = async (from: Caller) => contextOf(from.caller, from.headers['user-agent'], await salt()).visitor
  const answer = async (...asked: Parameters<typeof lookUp>) => ({ ...(await lookUp(...asked)), officialHost: host })

  let storing = 0
  /**
   * Stores the scan of a code without its secret. Such a code is answered like one that does not exist: the brand's
   * data is not read, and the response does not wait for the scan to be stored, because storing takes time for existing
   * codes only.
   */
  function store(address: string, from: Caller, kind?: ScanKind): void {
    if (storing >= maxBackgroundScans) return
    storing += 1
    findCode(address, false, from, kind)
      // Without the database, one scan without a secret is lost.
      .catch(() => undefined)
      .finally(() => (storing -= 1))
  }

  /** The code after this scan. The scan is stored before the promise resolves. */
  async function findCode(
    address: string,
    hasSecret: boolean,
    from: Caller,
    kind?: ScanKind,
  ): Promise<CodeRow | undefined> {
    const context = contextOf(from.caller, from.headers['user-agent'], await salt())
    const network = groupOf(from.caller, address)
    return scan({ ...context, network, address, hasSecret, kind })
  }

  return {
    verify: async (query, caller, language) => buildVerifyResponse(await answer(query, caller, 'VERIFY'), language),
    verifyText: async (query, caller, language) =>
      serializeVerifyResponse(await answer(query, caller, 'VERIFY'), language),
    hasSecret(query, { caller }) {
      const reading = readGiven(query)
      return 'code' in reading && guesses.admit(checkCode(reading.code).hasSecret, caller)
    },
    repeat: async (query, caller, language) => buildVerifyResponse(await answer(query, caller), language),
    async redirect(query, caller) {
      const { verdict, product } = await lookUp(query, caller, 'REDIRECT')
      if (verdict !== 'genuine' || !product?.url) return null
      return { url: product.url, isApproved: product.redirectsAutomatically }
    },
  }
}
