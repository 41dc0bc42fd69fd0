import type { Services } from '#server/core/services.ts'
import { createCodeAdmission, createCodeCheck } from '#server/order/service.ts'
import { createRecordingReader } from '#server/sensor/service.ts'
import { createItemAssessor } from '#server/verdict/service.ts'
import { isAutomaticVisit } from '#server/verify/scans/automatic-visit.ts'
import type { Feature } from '#shared/core/api/features.ts'
import { officialHost } from '#shared/core/host/installation-url.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { readCode, type ScannedCode } from '#shared/verify/code/code.ts'
import type { VerifyQuery, VerifyResponse } from '#shared/verify/contract.ts'
import { createAttestationLookup } from './attestations.ts'
import { createOpeningLookup } from './openings.ts'
import { createProductLookup } from './products.ts'
import { createReportLookup } from './reports.ts'
import { type CallerAtHost, createScanRecorder, type ShopperKind } from './scan-recorder.ts'
import { recordingsOf } from './sensors.ts'
import { createShipmentLookup } from './shipment-lookup.ts'
import { createTaps } from './taps.ts'
import { buildVerifyResponse, type LookupResult, serializeVerifyResponse } from './verify-response.ts'

export type Verifier = {
  /**
   * Looks a code up for a page and stores the scan before it answers. Codes without their secret are unknown, damaged ones not looked up.
   * At the custom domain of another merchant, it throws a problem that names the official address.
   */
  verify(query: VerifyQuery, request: CallerAtHost, language: Language): Promise<VerifyResponse>
  /** The same as JSON, for a call of the API. */
  verifyText(query: VerifyQuery, request: CallerAtHost, language: Language): Promise<string>
  /** Whether a query has the secret of its code, or a tap of its tag. Nothing else is looked up. A query without it counts as a guess. */
  hasSecret(query: VerifyQuery, request: CallerAtHost): Promise<boolean>
  /** Like verify, but for a download after a check that was already counted. */
  repeat(query: VerifyQuery, request: CallerAtHost, language: Language): Promise<VerifyResponse>
  /** Notes that a person saw the page that a code led to. Does nothing for a wrong secret, and never says so. */
  confirm(query: VerifyQuery, request: CallerAtHost): Promise<void>
  /** Counts a redirect and returns its destination, or null for codes that are not genuine. */
  redirect(query: VerifyQuery, request: CallerAtHost): Promise<Destination | null>
}
/** The link of a page, and whether an administrator approved its host. */
type Destination = { url: string; isApproved: boolean }
type Found = Omit<LookupResult, 'officialHost'>

/** One of both parameters alone is an addition of some program, if the code has its secret. */
const isTap = ({ e, c }: VerifyQuery, hasSecret: boolean): boolean =>
  hasSecret ? e !== undefined && c !== undefined : e !== undefined || c !== undefined

const readGiven = ({ a, address, p }: VerifyQuery) => readCode(a ?? address, p)

type Needs = Pick<Services, 'db' | 'config' | 'log' | 'events' | 'memberCalls' | 'sentForms' | 'guesses'>

export function createVerifier(services: Needs): Verifier {
  const { db, config, guesses } = services
  const pool = db.publicPool
  const findProduct = createProductLookup(db)
  const findAttested = createAttestationLookup(pool)
  const findShipment = createShipmentLookup(db, config.codeKey)
  const readRecordings = createRecordingReader(db)
  const checkCode = createCodeCheck(config.codeKey)
  const admission = createCodeAdmission(services)
  const scans = createScanRecorder(services)
  // The forms need no script, so they also say of pages without one that a person saw them.
  services.sentForms.watch(({ address, from }) => scans.confirm(address, from))
  const assessItem = createItemAssessor(db)
  const findOpening = createOpeningLookup(db)
  const findReports = createReportLookup(db)
  const taps = createTaps(services)
  const host = officialHost(config.publicUrl)

  /** The code of a query, what its tag has sent, and whether it has the secret: a tap stands for it, and a refused one outweighs it. */
  async function checkGiven(query: VerifyQuery, code: ScannedCode) {
    const given = checkCode(code)
    if (!taps || !isTap(query, given.hasSecret)) return { ...given, tap: undefined }
    const tap = await taps.check(given.address, query.e, query.c)
    return { address: given.address, hasSecret: typeof tap === 'object', tap }
  }

  /** @param isPage whether the response is a page, which a person may never see, unlike the response to a call of the API */
  async function lookUp(query: VerifyQuery, from: CallerAtHost, kind?: ShopperKind, isPage = false): Promise<Found> {
    const reading = readGiven(query)
    // Whoever has a damaged link guesses no secret, and nothing is looked up.
    if ('damage' in reading) return { verdict: 'damaged', damage: reading.damage }
    const { tap, ...given } = await checkGiven(query, reading.code)
    const scan = { ...given, kind, isUnseen: isPage, isConfirmation: kind === 'REDIRECT' }
    if (!(await admission.admit(given, from))) {
      // Such a code is answered like one that does not exist: the brand's data is not read, and storing takes time for existing
      // codes only.
      scans.recordLater(scan, from)
      return { verdict: 'unknown', tap: typeof tap === 'string' ? tap : null }
    }
    const [{ code: found, isCounted }, tapped] = await Promise.all([
      scans.record(scan, from),
      typeof tap === 'object'
        ? scans.visitorOf(from).then((visitor) => tap.open(visitor, kind === 'VERIFY' && !isAutomaticVisit(from)))
        : undefined,
    ])
    const verdict = found?.verdict ?? 'unknown'
    if (verdict === 'unknown') guesses.count(from.caller)
    if (!found || verdict === 'unknown') return { verdict }
    const { gtin } = reading.code
    const { sku_id } = found
    // A blank code without a product is not active, and has no number of a product.
    if (sku_id === null) return { verdict: gtin === undefined ? verdict : 'unknown' }
    const code = { ...found, sku_id }
    const isGenuine = verdict === 'genuine'
    const product = await findProduct(sku_id)
    // Whoever changes the number of a product in a printed link must not see another product called real.
    if (gtin !== undefined && product?.gtin !== gtin) return { verdict: 'unknown' }
    const canBeInTransit =
      isGenuine && code.shipped_at !== null && product?.features.includes('temperature' satisfies Feature)
    const attested = isGenuine ? await findAttested(code) : undefined
    const shipment = canBeInTransit ? await findShipment(code.address) : undefined
    const recordings = await readRecordings(recordingsOf(attested?.sensors ?? [], code.merchant_id))
    const item = await assessItem({ code, product, activatedAt: attested?.activatedAt, isCounted })
    const scratch = isGenuine && product?.hasScratch ? await findOpening(code.address, scans.visitorOf(from)) : null
    const reports = isGenuine ? await findReports(code.merchant_id, code.address) : []
    const isUntapped = !tapped && product?.hasTags && (await taps?.isTagged(code.address))
    return {
      verdict,
      product,
      attested,
      recordings,
      shipment,
      item,
      scratch,
      reports,
      tap: tapped ?? (isUntapped ? 'untapped' : null),
    }
  }

  const answer = async (...asked: Parameters<typeof lookUp>) => ({
    ...(await lookUp(...asked)),
    officialHost: asked[1].brand?.host ?? host,
  })

  return {
    verify: async (query, caller, language) =>
      buildVerifyResponse(await answer(query, caller, 'VERIFY', true), language),
    verifyText: async (query, caller, language) =>
      serializeVerifyResponse(await answer(query, caller, 'VERIFY'), language),
    async hasSecret(query, from) {
      const reading = readGiven(query)
      return 'code' in reading && admission.admit(await checkGiven(query, reading.code), from)
    },
    repeat: async (query, caller, language) => buildVerifyResponse(await answer(query, caller), language),
    async confirm(query, caller) {
      const reading = readGiven(query)
      if ('damage' in reading) return
      const { address, hasSecret } = checkCode(reading.code)
      if (!hasSecret) return
      await admission.assertServed(address, caller)
      scans.confirm(address, caller)
    },
    async redirect(query, caller) {
      const { verdict, product } = await lookUp(query, caller, 'REDIRECT')
      if (verdict !== 'genuine' || !product?.url) return null
      return { url: product.url, isApproved: product.redirectsAutomatically }
    },
  }
}
