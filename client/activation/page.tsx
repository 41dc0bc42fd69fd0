import { useText } from '#client/core/i18n/i18n.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { ActivationHistory } from './history.tsx'
import { ListPanel } from './list-panel.tsx'

/** Checks and activates lists of codes that are on products. */
export function Component() {
  const t = useText('activation')
  return (
    <Page title={t('title')} description={t('description')}>
      <ListPanel />
      <ActivationHistory />
    </Page>
  )
}
