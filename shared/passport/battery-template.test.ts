import { expect, test } from 'vitest'
import { languages } from '#shared/core/i18n/language.ts'
import { batteryTemplate } from './battery-template.ts'
import { PassportInput, usualScheme } from './contract.ts'

test.each(languages)('the battery template fits into a passport in %s, and restricts what the law does', (language) => {
  const sections = batteryTemplate(language)
  const input = {
    category: { code: '46420', name: 'Electric accumulators', ...usualScheme },
    facility: { id: 'urn:works:1', name: 'Works' },
    ...{ country: 'DE', sections },
  }
  expect(PassportInput.parse(input).sections).toEqual(sections)
  const tiers = sections.map(({ points }) => [...new Set(points.map(({ tier }) => tier))])
  expect(tiers).toEqual([['public'], ['public'], ['public'], ['public'], ['legitimate'], ['authority']])
  const names = sections.flatMap(({ points }) => points.map(({ name }) => name))
  expect(new Set(names).size).toBe(names.length)
})
