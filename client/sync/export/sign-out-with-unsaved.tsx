import { Button, Heading, Stack, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { Panel } from '#client/ui/layout/panel.tsx'

/** The question before a sign-out that deletes unsaved input. */
export function Component({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const t = useText('sync')
  return (
    <Panel maxWidth="lg" marginInline="auto">
      <Stack gap="5">
        <Heading as="h1" size="2xl">
          {t('draftsTitle')}
        </Heading>
        <Text>{t('draftsHint')}</Text>
        <Button onClick={onStay}>{t('stay')}</Button>
        <Button variant="outline" colorPalette="red" onClick={onLeave}>
          {t('draftsLeave')}
        </Button>
      </Stack>
    </Panel>
  )
}
