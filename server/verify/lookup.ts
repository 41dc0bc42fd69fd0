import type { FastifyRequest } from 'fastify'
import { networkGroups } from '#server/core/network-group.ts'
import type { Services } from '#server/core/services.ts'
import { secretCheck } from '#server/order/service.ts'
import { itemJudge } from '#server/verdict/service.ts'
import type { Feature } from '#shared/core/features.ts'
import type { Language } from '#shared/core/language.ts'
import { readCode } from '#shared/verify/code.ts'
import type { ScanKind, VerifyAnswer, VerifyQuery } from '#shared/verify/contract.ts'
import { answerOf, answerText, type Found } from './answer.ts'
import { attestationLookup } from './attestations.ts'
import { missLimit } from './misses.ts'
import { productLookup } from './products.ts'
import { saltOfDay } from './salt.ts'
import { type CodeRow, scanLog } from './scans.ts'
import { travelLookup } from './travel.ts'
import { visitReader } from './visit.ts'

export interface Verifier {
  /** Looks a code up, counts the scan, and only then answers. */
  verify(query: VerifyQuery, request: Caller, language: Language): Promise<VerifyAnswer>
  /** The same as JSON. */
  verifyText(query: VerifyQuery, request: Caller, language: Language): Promise<string>
  /** The same, of a check that was counted already: for what is downloaded after it. */
  repeat(query: VerifyQuery, request: Caller, language: Language): Promise<VerifyAnswer>
  /** Counts a redirect and answers where to; nothing for codes that are not genuine. */
  redirect(query: VerifyQuery, request: Caller): Promise<string | null>
}
export type Caller = Pick<FastifyRequest, 'caller' | 'headers'>

export function createVerifier({ db, config }: Pick<Services, 'db' | 'config'>): Verifier {
  const pool = db.publicPool
  const findProduct = productLookup(db)
  const findAttested = attestationLookup(pool)
  const findTravel = travelLookup(db, config.codeKey)
  const scan = scanLog(db)
  const holdsSecret = secretCheck(config.codeKey)
  const visitOf = visitReader(config.geoipMmdb)
  const salt = saltOfDay(db)
  const groupOf = networkGroups(config.codeKey)
  const misses = missLimit()
  const judge = itemJudge(db)

  async function look(query: VerifyQuery, from: Caller, kind?: ScanKind): Promise<Found> {
    const scanned = readCode(query.a ?? query.address, query.p)
    const holds = scanned !== undefined && holdsSecret(scanned.address, scanned.secret ?? '')
    if (!holds) misses.check(from.caller)
    const code = scanned && (await findCode(scanned.address, holds, from, kind))
    const verdict = code?.verdict ?? 'unknown'
    if (verdict === 'unknown') misses.count(from.caller)
    if (!code) return { verdict }
    const isGenuine = verdict === 'genuine'
    const product = await findProduct(code.sku_id)
    const mayTravel = isGenuine && code.travels && product?.features.includes('temperature' satisfies Feature)
    const attested = isGenuine ? await findAttested(code) : undefined
    const travel = mayTravel ? await findTravel(code.address) : undefined
    const item = await judge({ code, product, activatedAt: attested?.activatedAt, isCounted: kind !== undefined })
    return { verdict, product, attested, travel, item }
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
    return scan({ ...visit, network, address, holds, kind })
  }

  return {
    verify: async (query, caller, language) => answerOf(await look(query, caller, 'VERIFY'), language),
    verifyText: async (query, caller, language) => answerText(await look(query, caller, 'VERIFY'), language),
    repeat: async (query, caller, language) => answerOf(await look(query, caller), language),
    async redirect(query, caller) {
      const { verdict, product } = await look(query, caller, 'REDIRECT')
      return verdict === 'genuine' ? (product?.url ?? null) : null
    },
  }
}
