import { useCallback } from 'react'
import { formatDate } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { formatCountry } from '#client/ui/form/country-field.tsx'
import type { PatternCase } from '#shared/pattern/contract.ts'

/** What was seen, in one sentence. */
export function usePatternSentence(): (
  row: Pick<PatternCase, 'facts' | 'firstSerial' | 'lastSerial' | 'codes'>,
) => string {
  const t = useText('pattern')
  const language = useLanguage()
  return useCallback(
    ({ facts, firstSerial, lastSerial, codes }) => {
      const range = t('range', { first: formatNumber(firstSerial), last: formatNumber(lastSerial) })
      switch (facts.kind) {
        case 'harvest':
          return t(facts.sign === 'scanned' ? 'harvestScanned' : 'harvestAgain', {
            range,
            found: formatNumber(facts.found),
            expected: formatNumber(Math.round(facts.expected)),
          })
        case 'labels':
          return t('labels', {
            count: codes,
            codes: formatNumber(codes),
            minutes: formatNumber(facts.minutes),
            date: formatDate(facts.at),
          })
        case 'early':
          return t(facts.neverShipped ? 'neverShipped' : 'early', {
            looks: formatNumber(facts.looks),
            days: formatNumber(facts.days),
            countries: facts.countries.map((code) => formatCountry(code, language)).join(', '),
          })
        case 'diverted':
          return t('diverted', {
            shipment: facts.shipment,
            destination: formatCountry(facts.destination, language),
            country: formatCountry(facts.country, language),
            looks: formatNumber(facts.looks),
            looksAtDestination: formatNumber(facts.looksAtDestination),
          })
      }
    },
    [t, language],
  )
}
