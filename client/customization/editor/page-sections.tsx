import { useText } from '#client/core/i18n/i18n.ts'
import { DefaultButtonFields } from './button-section.tsx'
import { CollapsibleSection } from './collapsible-section.tsx'
import { DetailsFields } from './details-section.tsx'
import { useEditor } from './editor-context.ts'
import { OutputFields } from './output-section.tsx'

const buttonFields = ['button_text', 'website']
const detailsFields = ['product_details', 'customSKUName', 'customSKU', 'breakLineChar']

/** All parts of the page that are not blocks. A section with an invalid field expands. */
export function PageSections({ issues }: { issues: ReadonlyMap<string, string> }) {
  const t = useText('editor')
  const { show } = useEditor()
  const wrong = [...issues.keys()].map((path) => path.split('.')[0]!)
  const isIn = (names: readonly string[]) => wrong.some((name) => names.includes(name))
  const isElsewhere = wrong.some((name) => ![...buttonFields, ...detailsFields, 'additions'].includes(name))
  return (
    <>
      <CollapsibleSection title={t('output')} startsOpen mustOpen={isElsewhere} onEnter={() => show('.verdict')}>
        <OutputFields />
      </CollapsibleSection>
      <CollapsibleSection title={t('defaultButton')} mustOpen={isIn(buttonFields)} onEnter={() => show('.leave')}>
        <DefaultButtonFields />
      </CollapsibleSection>
      <CollapsibleSection title={t('details')} mustOpen={isIn(detailsFields)} onEnter={() => show('.details')}>
        <DetailsFields />
      </CollapsibleSection>
    </>
  )
}
