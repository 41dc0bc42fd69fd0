import { Skeleton, Stack } from '@chakra-ui/react'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { LoadFailed } from '#client/ui/feedback/load-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { chainsContract } from '#shared/anchoring/chains-contract.ts'
import { AnchoringPanel } from './anchoring-panel.tsx'
import { LogPanel } from './log-panel.tsx'

/** The worker reports every 10 s. */
const refreshMs = 10_000

/** The state, the costs and the problems of anchoring on each chain. */
export function Component() {
  const t = useText('chains')
  const read = useRead(chainsContract.read, {}, { every: refreshMs })
  return (
    <Page title={t('title')} description={t('description')}>
      {read.data ? (
        <>
          {read.data.chains.map((view) => (
            <AnchoringPanel key={view.chain} view={view} />
          ))}
          <LogPanel log={read.data.log} />
        </>
      ) : read.isError ? (
        <LoadFailed read={read} />
      ) : (
        <Stack gap="6">
          <Skeleton height="md" />
          <Skeleton height="md" />
        </Stack>
      )}
    </Page>
  )
}
