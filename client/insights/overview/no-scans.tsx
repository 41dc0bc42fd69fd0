import { Button, Skeleton } from '@chakra-ui/react'
import { LuScanLine } from 'react-icons/lu'
import { Link } from 'react-router'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { Filters } from '#client/insights/filter/view-params.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { attentionContract } from '#shared/insights/attention.ts'
import { type FirstStepsState, firstStepPath, nextFirstStep } from '#shared/insights/first-steps.ts'

type Props = { filters: Filters; onApply: (filters: Filters) => void }

/** Shown when there are no scans: a button that clears the filters, or the next step of a merchant whose products were never scanned. */
export function NoScans({ filters, onApply }: Props) {
  const t = useText('insightsOverview')
  const steps = useRead(attentionContract.firstSteps, {}, { quiet: true })
  if (steps.isPending) return <Skeleton height="200px" />
  return (
    <Panel as="div">
      {steps.data && !steps.data.scanned ? (
        <EmptyState icon={LuScanLine} title={t('noScansTitle')} hint={t('noScansHint')}>
          <NextStep done={steps.data} />
        </EmptyState>
      ) : (
        <EmptyState icon={LuScanLine} title={t('noneInRange')} hint={t('noneInRangeHint')}>
          <Button
            variant="outline"
            onClick={() => onApply({ ...filters, range: '1y', sku: '', location: '', trademark: '' })}
          >
            {t('reset')}
          </Button>
        </EmptyState>
      )}
    </Panel>
  )
}

/** A link to the next step to the first scan, or a sentence while the merchant only waits. */
function NextStep({ done }: { done: FirstStepsState }) {
  const t = useText('insights')
  const next = nextFirstStep(done)
  if (!next) return t(done.approval ? 'waitingPlan' : 'waitingOnly')
  return (
    <Button asChild>
      <Link to={firstStepPath[next]}>{t(`go_${next}`)}</Link>
    </Button>
  )
}
