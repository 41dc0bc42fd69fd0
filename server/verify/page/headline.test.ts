import fc from 'fast-check'
import { extractText } from 'unpdf'
import { beforeAll, expect, test } from 'vitest'
import { type PageBundle, pageBundle } from '#server/page/bundle.ts'
import { markupOf } from '#server/page/document.ts'
import { languages } from '#shared/core/i18n/language.ts'
import { newCustomization } from '#shared/customization/rules.ts'
import type { ItemVerdict } from '#shared/verdict/contract.ts'
import { verdictLevels } from '#shared/verdict/rules.ts'
import { codeStatuses, type VerifyResponse } from '#shared/verify/contract.ts'
import { headlineOf } from '#shared/verify/result/headline.ts'
import { verifyResponseFixture } from '#shared/verify/verify-response.fixture.ts'
import { resultDocument } from './render.ts'
import { resultPdf } from './result-pdf.ts'

/** Words that confirm a product, in the languages of the page. */
const confirms = /genuine|authentic|original|\bpass|verified|подлин|оригинал|настоящ|провер(?:ен[ао]?|ено)!/i

const praise = fc.constantFrom(
  'Genuine Highland Tea',
  'PASS! 100% authentic',
  'Verified original',
  'Подлинный товар, проверено!',
  'Настоящий оригинал',
  '</h1><h1>Genuine</h1>',
)
const at = '2026-11-20T10:00:00.000Z'
const fired = fc.constantFrom<ItemVerdict['fired'][number]>(
  { rule: 'visitors', checks: 12, people: 10, countries: 3, days: 6, reasons: ['kinds', 'networks'] },
  { rule: 'travel', from: 'MY', to: 'DE', km: 9800, minutes: 90 },
  { rule: 'market', countries: ['TH', 'VN'], people: 4 },
  { rule: 'consumed', at },
  { rule: 'expired', at },
)
const item: fc.Arbitrary<ItemVerdict | null> = fc.option(
  fc.record({
    level: fc.constantFrom(...verdictLevels),
    checks: fc.nat(30),
    isFirst: fc.boolean(),
    countries: fc.nat(9),
    fired: fc.uniqueArray(fired, { maxLength: 5, selector: ({ rule }) => rule }),
    copied: fc.boolean(),
    recall: fc.option(praise.map((message) => ({ message, at }))),
  }),
)

/** Every field that a brand can type praises the product. The fields need not be consistent. */
const answer: fc.Arbitrary<VerifyResponse> = fc
  .record({
    verdict: fc.constantFrom(...codeStatuses),
    item,
    verified: fc.boolean(),
    expired: fc.boolean(),
    words: praise,
    isCustom: fc.boolean(),
  })
  .map(({ words, isCustom, ...known }) => {
    const custom = { verified_text: words, description: words, button_text: words, product_details: words }
    return verifyResponseFixture({
      ...known,
      product: { name: words, sku: words, brand: 'Highland', trademark: words, picture: null },
      customization: isCustom ? { ...newCustomization(), ...custom, isDraft: false, order: [] } : null,
      transaction: {
        message: {
          type: 500,
          payload: JSON.stringify({ [words]: words, imgs: [{ hash: 'a'.repeat(64), ext: '.png', name: words }] }),
        },
        transactionInfo: { id: null },
      },
      contact: { name: 'Highland', email: 'hello@highland.example', phone: '+60312345678' },
      verifyStatus: {
        catapult: { state: 'SUCCESS', network: 'local' },
        bitcoin: { state: 'SUCCESS', network: 'local' },
      },
    })
  })

/** Reimplemented here, independent of the code under test. */
function isWithoutDoubt({ verdict, item }: VerifyResponse): boolean {
  const isQuiet = item !== null && item.fired.length === 0 && item.recall === null
  return verdict === 'genuine' && isQuiet && (item.level === 'first' || item.level === 'recognised')
}

let bundle: PageBundle
beforeAll(async () => {
  bundle = await pageBundle()
})

const code = '0'.repeat(26)
const text = (markup: string) => markup.replace(/<[^>]+>/g, ' ')

/** The text before the facts about the product of the code. */
function textsOfPage(answer: VerifyResponse, language: (typeof languages)[number]) {
  const document = resultDocument(bundle, { a: code, p: '0'.repeat(16) }, answer, { language })
  const page = markupOf(document, 'nonce')
  const [head = '', body = ''] = page.split('</head>')
  const [shown = ''] = body.split('<script')
  return {
    head: head.replace(/<style[\s\S]*?<\/style>/g, ''),
    h1: [...shown.matchAll(/<h1[^>]*>([\s\S]*?)<\/h1>/g)].map(([, inside]) => text(inside!)),
    // The text of a recall is the brand's and is shown as a quotation.
    open: text(
      shown
        .replace(/<details class="issued-for"[\s\S]*?<\/details>/, '')
        // The names of the product, labelled as what the code was made for.
        .replace(/<p class="made-for">[\s\S]*?<p class="facts">[\s\S]*?<\/p>/, '')
        .replace(/<blockquote>[\s\S]*?<\/blockquote>/, ''),
    ),
    shown,
  }
}

test.each(languages)('never confirms a doubtful product, for any text of the brand (%s) [VD05]', (language) => {
  fc.assert(
    fc.property(answer, (answer) => {
      const headline = headlineOf(answer, language)
      const { head, h1, open, shown } = textsOfPage(answer, language)
      expect(h1).toHaveLength(1)
      expect(headline.clean).toBe(isWithoutDoubt(answer))
      if (headline.clean) return
      const { title, share, lead, next, reasons } = headline
      for (const text of [
        headline.headline,
        title,
        share,
        lead,
        next,
        ...reasons,
        head,
        ...h1,
        open,
        JSON.stringify(answer.summary),
      ]) {
        expect(text).not.toMatch(confirms)
      }
      expect(shown).not.toMatch(/class="(seal pass|tick|badge|block|chip success)/)
      expect(open).toContain(headline.next.replaceAll("'", '&#x27;'))
    }),
    { numRuns: 400 },
  )
})

test.each(languages)(
  'no text of the PDF confirms a doubtful product (%s) [VD09]',
  async (language) => {
    await fc.assert(
      fc.asyncProperty(answer, async (answer) => {
        const pdf = await resultPdf({ answer, code: 'Genuine', language, at: new Date(at) })
        const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
        const { clean, headline } = headlineOf(answer, language)
        expect(withoutSpaces(text)).toContain(withoutSpaces(headline))
        expect(clean).toBe(isWithoutDoubt(answer))
        if (!isWithoutDoubt(answer)) expect(text).not.toMatch(confirms)
      }),
      { numRuns: 25 },
    )
  },
  120_000,
)

const withoutSpaces = (words: string) => words.replace(/\s+/g, '')
