import { LegalPage } from './legal-page.tsx'

export function Component() {
  return (
    <LegalPage
      title="experienceTitle"
      sections={[
        ['experienceScan', 'experienceScanWords'],
        ['experienceVerdict', 'experienceVerdictWords'],
        ['experienceProof', 'experienceProofWords'],
      ]}
    />
  )
}
