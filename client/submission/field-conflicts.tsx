import { Alert, Button, Flex, Stack } from '@chakra-ui/react'
import { showErrorOnFailure } from '#client/core/http/errors.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { ConflictRow } from '#client/core/offline/database/database.ts'
import { requireEngine } from '#client/core/offline/read/queries.ts'
import { useChangeAuthorText } from '#client/ui/record/change-author.ts'
import { useRejectionText } from '#client/ui/record/sync-state-chip.tsx'
import { submissionRejectionProblems } from './rejection-problems.ts'

type Props = { conflicts: readonly ConflictRow[]; path: string; words: (value: unknown) => string }

/**
 * Shows both values of a field in conflict, to choose one. A value that the server rejected cannot be chosen: its error
 * is shown, and the user can type another.
 */
export function FieldConflicts({ conflicts, path, words }: Props) {
  const t = useText('submission')
  const rejectionText = useRejectionText(submissionRejectionProblems)
  const changeText = useChangeAuthorText()
  const formatOrEmpty = (value: unknown) => (value === undefined || value === null ? t('noValue') : words(value))
  return conflicts
    .filter((choice) => choice.path === path)
    .map((choice) => (
      <Alert.Root key={choice.opId} status="warning">
        <Alert.Indicator />
        <Stack gap="2" flex="1">
          <Alert.Title>
            {choice.refused ? rejectionText(choice.refused) : t('otherAnswer', { change: changeText(choice.by) })}
          </Alert.Title>
          <Flex gap="2" wrap="wrap">
            <Button
              size="sm"
              variant="outline"
              onClick={() => showErrorOnFailure(requireEngine().resolveConflict(choice, 'stored'))}
            >
              {t(choice.refused ? 'keepStored' : 'keepTheirs', { value: formatOrEmpty(choice.kept) })}
            </Button>
            {!choice.refused && (
              <Button
                size="sm"
                variant="outline"
                onClick={() => showErrorOnFailure(requireEngine().resolveConflict(choice, 'mine'))}
              >
                {t('takeMine', { value: formatOrEmpty(choice.offered) })}
              </Button>
            )}
          </Flex>
        </Stack>
      </Alert.Root>
    ))
}
