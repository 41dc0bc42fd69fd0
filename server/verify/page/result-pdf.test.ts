import { expect, test } from 'vitest'
import { verifyResponseFixture } from '#shared/verify/verify-response.fixture.ts'
import { resultPdfCache } from './result-pdf.ts'

const at = '2026-11-26T00:00:00.000Z'
const inTransit = (token: string, more = {}) =>
  verifyResponseFixture({
    delivery: { token, expiresAt: at, hasSensor: false, shippedAt: at, deliveredAt: null, loggingEndedAt: null },
    ...more,
  })

test('renders the PDF of a code in transit once while its result stays the same [VD09]', async () => {
  const pdfFor = resultPdfCache()
  const shown = { code: 'CODE', language: 'enUS' } as const
  const first = await pdfFor({ ...shown, answer: inTransit('first token') })
  expect(await pdfFor({ ...shown, answer: inTransit('second token') })).toBe(first)
  expect(await pdfFor({ ...shown, answer: inTransit('third token', { expired: true }) })).not.toBe(first)
})
