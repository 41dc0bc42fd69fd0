import { LegalPage } from './legal-page.tsx'

export function Component() {
  return (
    <LegalPage
      title="privacyTitle"
      sections={[
        ['privacyShopper', 'privacyShopperWords'],
        ['privacyMerchant', 'privacyMerchantWords'],
        ['privacyChains', 'privacyChainsWords'],
        ['privacyCookies', 'privacyCookiesWords'],
      ]}
    />
  )
}
