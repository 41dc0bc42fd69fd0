import { useText } from '#client/core/i18n.ts'
import { DefaultButtonFields } from './button-section.tsx'
import { DetailsFields } from './details-section.tsx'
import { OutputFields } from './output-section.tsx'
import { Section } from './section.tsx'

const ofButton = ['button_text', 'website']
const ofDetails = ['product_details', 'customSKUName', 'customSKU', 'breakLineChar']

/** Everything on the page that is no block. A section with a field that is wrong unfolds. */
export function PageSections({ issues }: { issues: ReadonlyMap<string, string> }) {
  const t = useText('editor')
  const wrong = [...issues.keys()].map((path) => path.split('.')[0]!)
  const isIn = (names: readonly string[]) => wrong.some((name) => names.includes(name))
  const isElsewhere = wrong.some((name) => ![...ofButton, ...ofDetails, 'additions'].includes(name))
  return (
    <>
      <Section title={t('output')} startsOpen mustOpen={isElsewhere}>
        <OutputFields />
      </Section>
      <Section title={t('defaultButton')} mustOpen={isIn(ofButton)}>
        <DefaultButtonFields />
      </Section>
      <Section title={t('details')} mustOpen={isIn(ofDetails)}>
        <DetailsFields />
      </Section>
    </>
  )
}
