import { LegalPage } from './legal-page.tsx'

export function Component() {
  return (
    <LegalPage
      title="termsTitle"
      sections={[
        ['termsService', 'termsServiceWords'],
        ['termsAccount', 'termsAccountWords'],
        ['termsCodes', 'termsCodesWords'],
        ['termsChains', 'termsChainsWords'],
        ['termsLimits', 'termsLimitsWords'],
      ]}
    />
  )
}
