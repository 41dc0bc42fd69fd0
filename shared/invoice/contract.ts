import { z } from 'zod'
import { ById } from '#shared/core/fields/fields.ts'

export const invoiceRoute = {
  method: 'GET',
  path: '/billing/invoice/:id',
  access: 'ownerServiceOrAdmin',
  summary: 'Download the invoice of a purchase (PDF)',
  params: ById,
  answer: z.unknown(),
  budget: 'pdfs',
} as const
