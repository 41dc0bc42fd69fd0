import { Box, Button, Stack, Text } from '@chakra-ui/react'
import { useCallback } from 'react'
import { LuCheck } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import type { Rejection } from '#client/core/offline/database/database.ts'
import type { OfflineRecord } from '#client/core/offline/read/queries.ts'
import { problemOf } from '#client/core/offline/read/rejection-problems.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import type { ProblemKind } from '#shared/core/api/problem.ts'

/** The rejection or conflict of a record. `kinds` are the problems whose text is shown in the reader's language. */
export function useRejectionText(kinds: Record<string, ProblemKind>) {
  const language = useLanguage()
  return useCallback(
    (rejection: Rejection): string => problemOf(kinds, rejection)?.body(language, '').message ?? rejection.message,
    [kinds, language],
  )
}

type Props = {
  state: OfflineRecord<unknown>['state']
  /** The reason for attention. */
  reason?: string | undefined
  name: string
  onFix: () => void
}

/** Shows whether the server has a record, and otherwise the next step. */
export function SyncStateChip({ state, reason, name, onFix }: Props) {
  const t = useText('ui')
  // Inconspicuous, because only unsent and rejected records need attention.
  if (state === 'sent')
    return (
      <Box as="span" display="inline-flex" color="fg.muted" title={t('savedSent')}>
        <LuCheck aria-hidden />
        <Text as="span" srOnly>
          {t('savedSent')}
        </Text>
      </Box>
    )
  if (state === 'waiting') return <StatusChip tone="wait">{t('savedWaiting')}</StatusChip>
  return (
    <Stack gap="1" align="start" maxWidth="18rem">
      <StatusChip tone="bad">{t('savedAttention')}</StatusChip>
      {reason && (
        <Text textStyle="xs" whiteSpace="normal" minWidth="40">
          {reason}
        </Text>
      )}
      <Button size="xs" variant="outline" aria-label={t('fixNamed', { name })} onClick={onFix}>
        {t('fix')}
      </Button>
    </Stack>
  )
}
