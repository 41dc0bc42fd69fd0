import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PageModel } from '#client/verify/model.ts'
import type { VerifyResponse } from '#shared/verify/contract.ts'
import { headlineOf } from '#shared/verify/result/headline.ts'
import { verifyResponseFixture } from '#shared/verify/verify-response.fixture.ts'
import { NextSteps } from './next-steps.tsx'

const item = { level: 'suspected_copy' as const, checks: 1, isFirst: true, countries: 0, fired: [], recall: null }
const contact = { name: 'Rimba', email: 'care@rimba.example', phone: '+60 3 1234 (ext. 5)' }

function actionsOf(known: Partial<VerifyResponse>, page: Partial<PageModel> = {}): string[] {
  const answer = verifyResponseFixture({ item, ...known })
  const model = { answer, code: 'A', secret: 'B', language: 'enUS', ...page } as PageModel
  const html = renderToString(<NextSteps model={model} headline={headlineOf(answer, 'enUS')} t={(key) => key} />)
  return [...html.matchAll(/<a href="([^"?]*)/g)].map(([, href]) => href!)
}

test('offers to compare, to check the scratch code, to ask the brand and to report, in this order [VD05]', () => {
  const known = { hasPhotos: true, scratch: { opening: null }, contact }
  expect(actionsOf(known)).toEqual(['#photos', '#scratch', 'mailto:care@rimba.example', '/verify/report'])
  expect(actionsOf({ contact: { ...contact, email: '' } })).toEqual(['tel:+6031234', '/verify/report'])
  expect(actionsOf(known, { isPreview: true })).toEqual(['#photos', '#scratch', 'mailto:care@rimba.example'])
})

test('leads to the field for a code that is not known, and checks again without a history [VD05]', () => {
  expect(actionsOf({ verdict: 'unknown', item: null })).toEqual(['#again'])
  expect(actionsOf({ item: null })).toEqual(['/verify', '/verify/report'])
})
