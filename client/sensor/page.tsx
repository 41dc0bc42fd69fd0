import { Suspense } from 'react'
import { LuThermometer } from 'react-icons/lu'
import { useSearchParams } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { SensorList } from './list.tsx'

const SensorLog = lazyComponent(() => import('./log-page.tsx'))

/** Lists the sensors; `?sensorId=&name=` opens the log of one. */
export function Component() {
  const t = useText('sensor')
  const viewer = useViewer()
  const [params] = useSearchParams()
  const sensorId = params.get('sensorId')
  if (!viewer?.features.includes('temperature')) {
    return (
      <Page title={t('title')}>
        <EmptyState icon={LuThermometer} title={t('off')} hint={t('offHint')} />
      </Page>
    )
  }
  if (!sensorId) return <SensorList />
  return (
    <Suspense fallback={<Loading />}>
      <SensorLog key={sensorId} id={sensorId} name={params.get('name') ?? ''} />
    </Suspense>
  )
}
