import { Button } from '@chakra-ui/react'
import { LuLink } from 'react-icons/lu'
import { Link, useSearchParams } from 'react-router'
import { BindView } from '#client/binding/bind-view.tsx'
import { useText } from '#client/core/i18n/i18n.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { ActivationHistory } from './history.tsx'
import { ListPanel } from './list-panel.tsx'

/** Activates lists of codes; `?bind=codes` binds blank codes to products before. */
export function Component() {
  const [params] = useSearchParams()
  return params.has('bind') ? <BindView /> : <Activations />
}

/** Checks and activates lists of codes that are on products. */
function Activations() {
  const t = useText('activation')
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        <Button asChild variant="outline">
          <Link to="?bind=codes">
            <LuLink aria-hidden />
            {t('bind')}
          </Link>
        </Button>
      }
    >
      <ListPanel />
      <ActivationHistory />
    </Page>
  )
}
