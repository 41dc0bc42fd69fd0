import { Button } from '@chakra-ui/react'
import { Link, useSearchParams } from 'react-router'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { TaskCard } from '#client/ui/layout/task-card.tsx'
import { weeklySummaryContract } from '#shared/insights/weekly-summary-contract.ts'

/**
 * The page of the link in each weekly summary. A button stops the mails, because link previews and virus scanners open links; no
 * sign-in is needed.
 */
export function Component() {
  const t = useText('notification')
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const stop = useWrite(weeklySummaryContract.stop, { quiet: true })
  const settings = (
    <Button asChild variant="outline">
      <Link to="/settings/notifications">{t('chooseMails')}</Link>
    </Button>
  )
  if (token === '' || stop.isError) {
    return (
      <TaskCard title={t('stopFailed')} hint={t('stopFailedHint')}>
        {settings}
      </TaskCard>
    )
  }
  if (stop.isSuccess) {
    return (
      <TaskCard title={t('stopped')} hint={t('stoppedHint')}>
        {settings}
      </TaskCard>
    )
  }
  return (
    <TaskCard title={t('stopTitle')} hint={t('stopHint')}>
      <Button size="lg" loading={stop.isPending} onClick={() => stop.mutate({ body: { token } })}>
        {t('stopAction')}
      </Button>
    </TaskCard>
  )
}
