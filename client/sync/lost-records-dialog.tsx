import { Button, Stack, Text } from '@chakra-ui/react'
import { formatDateTime } from '#client/core/format/date.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { UnsentSummary } from '#client/core/offline/outbox/loss-detection.ts'
import { offline } from '#client/core/offline/read/queries.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { ImportButton } from './export/export-import.tsx'
import { useEntityName } from './record-title.ts'

/** Lists the unsent records of a deleted database, over every screen until the user confirms. */
export function Component({ lost: { records, more } }: { lost: UnsentSummary }) {
  const t = useText('sync')
  const named = useEntityName()
  const engine = offline((state) => state.engine)
  if (!engine) return null
  return (
    <Dialog
      open
      title={t('lostTitle')}
      size="lg"
      footer={
        <>
          <ImportButton engine={engine} />
          <Button onClick={engine.confirmLoss}>{t('lostNoted')}</Button>
        </>
      }
    >
      <Stack gap="4">
        <Text>{t('lostHint')}</Text>
        <Stack as="ul" gap="2" listStyleType="none">
          {records.map(({ entity, name, at }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two records may have the same name and time.
            <Stack as="li" key={place} gap="0">
              <Text fontWeight="600" overflowWrap="anywhere">
                {[named(entity), name].filter(Boolean).join(' ')}
              </Text>
              <Text textStyle="sm" color="fg.muted">
                {formatDateTime(at)}
              </Text>
            </Stack>
          ))}
        </Stack>
        {more > 0 && <Text>{t('others', { count: more })}</Text>}
        <Text>{t('lostNext')}</Text>
      </Stack>
    </Dialog>
  )
}
