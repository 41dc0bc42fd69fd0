import { useText } from '#client/core/i18n/i18n.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { ActivationHistory } from './history.tsx'
import { ListPanel } from './list-panel.tsx'

/** Lists of codes that are on products are checked and activated. */
export function Component() {
  const t = useText('activation')
  return (
    <Page title={t('title')} description={t('description')}>
      <ListPanel />
      <ActivationHistory />
    </Page>
  )
}
