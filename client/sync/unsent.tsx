import { Alert, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, Suspense } from 'react'
import { useText } from '#client/core/i18n.ts'
import type { Offline } from '#client/core/offline/engine.ts'
import { offlineStatus } from '#client/core/offline/status.ts'
import { Choices } from './choices.tsx'
import { Copies } from './copies.tsx'
import { Discarded } from './discarded.tsx'
import { OutboxList } from './outbox-list.tsx'

/** Everything that this device has and the server has not, and what its user can do about it. */
export function Component({ engine }: { engine: Offline }) {
  const t = useText('sync')
  const { atRisk, stuck, waiting } = offlineStatus()
  const rows = useLiveQuery(() => engine.db.outbox.orderBy('at').toArray(), [engine])
  const needing = rows?.filter(({ state }) => state === 'attention') ?? []
  const ready = rows?.filter(({ state }) => state !== 'attention') ?? []
  return (
    <Suspense>
      <Stack gap="6">
        <Text color="fg.muted">{t('hint')}</Text>
        {atRisk && waiting > 0 && <Warning>{t('atRiskHint')}</Warning>}
        {stuck && <Warning>{t('stuckHint')}</Warning>}
        <Choices engine={engine} />
        {needing.length > 0 && (
          <Part title={t('needsYou')}>
            <OutboxList engine={engine} rows={needing} />
          </Part>
        )}
        {ready.length > 0 && (
          <Part title={t('waits')}>
            <OutboxList engine={engine} rows={ready} />
          </Part>
        )}
        {rows?.length === 0 && <Text fontWeight="600">{t('nothing')}</Text>}
        <Discarded engine={engine} />
        <Flex gap="3" wrap="wrap">
          <Button variant="outline" disabled={ready.length === 0} onClick={() => void engine.sendNow()}>
            {t('sendNow')}
          </Button>
          <Copies engine={engine} hasUnsent={(rows?.length ?? 0) > 0} />
        </Flex>
      </Stack>
    </Suspense>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <Alert.Root status="warning">
      <Alert.Indicator />
      <Alert.Title>{children}</Alert.Title>
    </Alert.Root>
  )
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
