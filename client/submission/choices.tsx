import { Alert, Button, Flex, Stack } from '@chakra-ui/react'
import { attempt } from '#client/core/errors.ts'
import { useText } from '#client/core/i18n.ts'
import type { ChoiceRow } from '#client/core/offline/database.ts'
import { engineNow } from '#client/core/offline/records.ts'
import { useTroubleText } from '#client/ui/saved-state.tsx'
import { submissionTroubles } from './troubles.ts'

type Props = { choices: readonly ChoiceRow[]; path: string; words: (value: unknown) => string }

/**
 * Beside a field that two people gave different values: both, to choose one. A value that the server refused is not to
 * be had: it says why, and the field is there to type another.
 */
export function Choices({ choices, path, words }: Props) {
  const t = useText('submission')
  const troubleText = useTroubleText(submissionTroubles)
  const said = (value: unknown) => (value === undefined || value === null ? t('noValue') : words(value))
  return choices
    .filter((choice) => choice.path === path)
    .map((choice) => (
      <Alert.Root key={choice.opId} status="warning">
        <Alert.Indicator />
        <Stack gap="2" flex="1">
          <Alert.Title>{choice.refused ? troubleText(choice.refused) : t('otherAnswer')}</Alert.Title>
          <Flex gap="2" wrap="wrap">
            <Button size="sm" variant="outline" onClick={() => attempt(engineNow().choose(choice, 'kept'))}>
              {t('keepTheirs', { value: said(choice.kept) })}
            </Button>
            {!choice.refused && (
              <Button size="sm" variant="outline" onClick={() => attempt(engineNow().choose(choice, 'offered'))}>
                {t('takeMine', { value: said(choice.offered) })}
              </Button>
            )}
          </Flex>
        </Stack>
      </Alert.Root>
    ))
}
