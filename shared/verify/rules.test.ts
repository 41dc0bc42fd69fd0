import { describe, expect, it } from 'vitest'
import type { TextDefinition } from '#shared/core/i18n/define-text.ts'
import { newCustomization } from '#shared/customization/rules.ts'
import { reportText } from '#shared/verdict/report-text.ts'
import { resultPdfText } from '#shared/verdict/result-pdf-text.ts'
import { brandContentText } from './brand-content-text.ts'
import { parseCode } from './code/code.ts'
import type { VerifyResponse } from './contract.ts'
import { entryText } from './entry-text.ts'
import { externalLinkText } from './external-link-text.ts'
import { invalidLinkText } from './invalid-link-text.ts'
import {
  isApprovedHost,
  payloadFiles,
  productDetails,
  redirectProgress,
  shouldShowDefaultButton,
  submissionDetails,
} from './rules.ts'
import { verifyText } from './text.ts'
import { verifyResponseFixture } from './verify-response.fixture.ts'

const genuine = verifyResponseFixture()

describe('the default button [VE05]', () => {
  it('is shown when every part of the rule applies', () => {
    expect(shouldShowDefaultButton(genuine, true)).toBe(true)
  })

  it.each<[string, Partial<VerifyResponse>]>([
    ['hidden', { customization: { ...newCustomization(), order: [], hideDefaultButton: true } }],
    ['expired', { expired: true }],
    ['business not verified', { verifiedBusiness: false }],
    ['trademark not verified', { verifiedTrademark: false }],
    ['not verified', { verified: false }],
    ['no destination', { verify_url: null }],
  ])('is not shown when %s', (_, change) => {
    expect(shouldShowDefaultButton({ ...genuine, ...change }, true)).toBe(false)
  })

  it('is not shown when no code was given', () => {
    expect(shouldShowDefaultButton(genuine, false)).toBe(false)
  })

  it('fills its circle in a hundred ticks of 100 ms', () => {
    expect([0, 99, 100, 5049, 10_000, 20_000].map(redirectProgress)).toEqual([0, 0, 0.01, 0.5, 1, 1])
  })
})

describe('hosts [VE05]', () => {
  it('are approved one by one, over https only', () => {
    const features = ['redirect:brand.example']
    expect(isApprovedHost('https://BRAND.example/a', features)).toBe(true)
    for (const url of [
      'http://brand.example/',
      'https://x.brand.example/',
      'https://brand.example:8443/',
      'https://user@brand.example/',
      'https://:word@brand.example/',
      '//brand.example',
      '\\\\brand.example',
      'https:\\\\brand.example',
      'https://evil.example\\@brand.example',
      'https://br\u0430nd.example/',
      'nonsense',
    ]) {
      expect(isApprovedHost(url, features)).toBe(false)
    }
  })
})

describe('product details [VE02]', () => {
  it("follow the brand's order, then the payload's order, without files and nested values", () => {
    const payload = { Size: 40, Origin: 'Kelantan', imgs: [], certs: [], custom: { a: 1 }, Empty: '', Colour: 'Red' }
    expect(productDetails(payload, ['Colour', 'Missing'])).toEqual([
      ['Colour', 'Red'],
      ['Size', '40'],
      ['Origin', 'Kelantan'],
    ])
  })

  it('do not contain the submission, whose identifier and shared answers are details of their own', () => {
    const submission = {
      custom_id_label: 'Batch number',
      custom_id: 'B-12',
      answers: [{ question: 'Picked on', answer: '03/11/2026' }, { question: 'Note', answer: '' }, null, 'x'],
      sensorAnswers: [{ sensorId: '1' }],
    }
    expect(productDetails({ Size: 40, submission }, [])).toEqual([['Size', '40']])
    expect(submissionDetails(submission)).toEqual([
      ['Batch number', 'B-12'],
      ['Picked on', '03/11/2026'],
    ])
    // A fact of the brand with this name is a fact.
    expect(productDetails({ submission: 'Yes' }, [])).toEqual([['submission', 'Yes']])
    for (const wrong of [null, 4, 'Yes', [], {}, { answers: 'x' }]) expect(submissionDetails(wrong)).toEqual([])
  })

  it('contain only files that are stored here', () => {
    const hash = 'a'.repeat(64)
    const files = [{ hash, ext: '.png', name: 'Front' }, { hash: '../x', ext: '.png' }, { hash, ext: '.svg' }, null]
    expect(payloadFiles({ imgs: files }, 'imgs', 'file')).toEqual([{ src: `/api/files/${hash}.png`, name: 'Front' }])
    expect(payloadFiles({ file: { hash, ext: '.jpg' } }, 'imgs', 'file')).toHaveLength(1)
  })
})

describe('parsing of a scanned code [VE01]', () => {
  const address = '00000000-0000-0000-0000-0000000000ff'

  it('accepts either case, dashes, a uuid, look-alike letters and an appended secret', () => {
    const letters = `${'0'.repeat(24)}7Z`
    const secret = 'ABCDEFGH01234567'
    for (const text of [
      letters,
      letters.toLowerCase(),
      letters.replaceAll('0', 'O'),
      `${letters.slice(0, 4)}-${letters.slice(4)}`,
    ]) {
      expect(parseCode(text)?.address).toBe(address)
    }
    expect(parseCode(address.toUpperCase())?.address).toBe(address)
    expect(parseCode((letters + secret).toLowerCase())).toEqual({ address, secret })
    expect(parseCode(letters, 'abcdefghOl234567')).toEqual({ address, secret })
  })

  it('returns undefined when it is too short, too long, too large or has invalid letters', () => {
    for (const text of [
      undefined,
      '',
      '0'.repeat(25),
      '0'.repeat(43),
      'Z'.repeat(26),
      'U'.repeat(26),
      '%'.repeat(26),
    ]) {
      expect(parseCode(text)).toBeUndefined()
    }
  })
})

describe.each([verifyText, brandContentText, entryText, externalLinkText, invalidLinkText, reportText, resultPdfText])(
  'shopper texts %#',
  ({ enUS, ruRU }: TextDefinition) => {
    it('have the same placeholders in both languages', () => {
      const placeholders = (text: string) => (text.match(/{{\w+}}/g) ?? []).sort()
      for (const [key, text] of Object.entries(enUS)) expect(placeholders(ruRU[key]!), key).toEqual(placeholders(text))
    })
  },
)
