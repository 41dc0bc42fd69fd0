import type { VerifyResponse } from './contract.ts'
import { summaryOf } from './result/headline.ts'

type KnownFields = Partial<Omit<VerifyResponse, 'summary'>>

/** The response to a scan of a code. The item is genuine unless `known` differs. */
export function verifyResponseFixture(known: KnownFields = {}): VerifyResponse {
  const verdict = known.verdict ?? 'genuine'
  const answer = {
    verified: verdict === 'genuine',
    verdict,
    damage: null,
    hasPhotos: false,
    item: { level: 'first' as const, checks: 1, isFirst: true, countries: 0, fired: [], recall: null },
    scratch: null,
    tap: null,
    officialHost: 'verify.example',
    expired: verdict === 'expired',
    transaction: null,
    product: null,
    contact: null,
    verifiedBusiness: true,
    verifiedTrademark: true,
    customization: null,
    frameHosts: [],
    sensorsData: [],
    delivered: false,
    logisticLoggingEnded: false,
    delivery: null,
    logisticSensorData: [],
    logisticSensorLimit: null,
    logisticSensorMinimum: null,
    logisticSensorSummary: null,
    partnerReports: [],
    productDetailOrder: [],
    passport: null,
    verifyStatus: {
      catapult: { state: 'UNKNOWN' as const, network: null },
      bitcoin: { state: 'UNKNOWN' as const, network: null },
    },
    verify_url: 'https://brand.example/',
    autoRedirect: false,
    ...known,
  }
  return { ...answer, summary: summaryOf(answer, 'enUS') }
}
