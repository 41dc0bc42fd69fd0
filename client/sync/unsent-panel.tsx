import { Button, Link as ChakraLink, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { showErrorOnFailure } from '#client/core/http/errors.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { OutboxRow } from '#client/core/offline/database/database.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { offlineStatus } from '#client/core/offline/read/status.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { stepPath } from '#shared/business/onboarding-steps.ts'
import { Conflicts } from './conflicts/conflicts.tsx'
import { DiscardedList } from './discarded-list.tsx'
import { ExportImport } from './export/export-import.tsx'
import { OutboxList } from './outbox-list.tsx'
import { type ListRows, useListPage } from './use-list-page.ts'

const rejectedRows: ListRows<OutboxRow> = ({ outbox }) => outbox.where('state').equals('attention')
/** All other states come after this one, and the operations of a state are in their order. */
const waitingRows: ListRows<OutboxRow> = ({ outbox }) => outbox.where('state').above('attention')

/** All unsent operations of this device, with the available actions. */
export function Component({ engine, onLeave }: { engine: OfflineEngine; onLeave: () => void }) {
  const t = useText('sync')
  const { atRisk, stuck, waiting, paused } = offlineStatus()
  const rejected = useListPage(engine.db, rejectedRows)
  const unsent = useListPage(engine.db, waitingRows)
  const count = rejected && unsent && rejected.total + unsent.total
  return (
    <Suspense>
      <Stack gap="6">
        <Text color="fg.muted">{t('hint')}</Text>
        {paused === 'confirm' && waiting > 0 && (
          <Warning>
            {t('confirmHint')}{' '}
            <ChakraLink asChild color="inherit" textDecoration="underline">
              <Link to={stepPath.emailConfirmed} onClick={onLeave}>
                {t('confirmLink')}
              </Link>
            </ChakraLink>
          </Warning>
        )}
        {atRisk && waiting > 0 && <Warning>{t('atRiskHint')}</Warning>}
        {stuck && <Warning>{t('stuckHint')}</Warning>}
        <Conflicts engine={engine} />
        {rejected && rejected.total > 0 && (
          <Part title={t('needsYou')}>
            <OutboxList engine={engine} page={rejected} onLeave={onLeave} />
          </Part>
        )}
        {unsent && unsent.total > 0 && (
          <Part title={t('waits')}>
            <OutboxList engine={engine} page={unsent} onLeave={onLeave} />
          </Part>
        )}
        {count === 0 && <Text fontWeight="600">{t('nothing')}</Text>}
        <DiscardedList engine={engine} />
        <Flex gap="3" wrap="wrap">
          <Button variant="outline" disabled={!unsent?.total} onClick={() => showErrorOnFailure(engine.sendNow())}>
            {t('sendNow')}
          </Button>
          <ExportImport engine={engine} hasUnsent={Boolean(count)} />
        </Flex>
      </Stack>
    </Suspense>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return <InlineAlert status="warning">{children}</InlineAlert>
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap="2">
      <Heading as="h3" size="md">
        {title}
      </Heading>
      {children}
    </Stack>
  )
}
