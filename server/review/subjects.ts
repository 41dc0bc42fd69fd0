import { reviewedBusiness } from '#server/business/service.ts'
import type { Reviewable } from '#server/core/db/reviewable.ts'
import { reviewedCertificate } from '#server/sku/service.ts'
import { reviewedTrademark } from '#server/trademark/service.ts'
import type { ReviewKind } from '#shared/review/contract.ts'

export const reviewed: Record<ReviewKind, Reviewable> = {
  business: reviewedBusiness,
  trademark: reviewedTrademark,
  certificate: reviewedCertificate,
}
