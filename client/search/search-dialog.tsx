import { Box, Flex, Input, Stack, Text } from '@chakra-ui/react'
import { useDeferredValue, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import type { Screen } from '#client/ui/screen/screen.ts'
import { useResults } from './use-results.ts'

/** A screen of the current user. */
export type SearchableScreen = { to: string; label: string }
/** Something that the current user can start. */
export type SearchableAction = NonNullable<Screen['actions']>[number]
type Props = {
  open: boolean
  onClose: () => void
  screens: readonly SearchableScreen[]
  actions: readonly SearchableAction[]
}

/** Searches all records of a merchant, the screens and the actions; before anything is typed, it lists the actions. The arrow keys choose a result, Enter opens it. */
export function Component({ open, onClose, screens, actions }: Props) {
  const t = useText('search')
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} size="lg">
      {open && <Search onClose={onClose} screens={screens} actions={actions} />}
    </Dialog>
  )
}

function Search({ onClose, screens, actions }: Omit<Props, 'open'>) {
  const t = useText('search')
  const navigate = useNavigate()
  const listId = useId()
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState(0)
  const query = useDeferredValue(words.trim())
  const { results, isLoading, isOffline } = useResults(query, screens, actions)
  const at = Math.min(chosen, results.length - 1)
  const go = (to: string) => {
    onClose()
    void navigate(to)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setChosen(Math.max(0, Math.min(results.length - 1, at + step)))
    }
    if (event.key === 'Enter' && results[at]) go(results[at].to)
  }
  return (
    <Stack gap="3" minHeight="20rem">
      <Input
        autoFocus
        size="lg"
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls={listId}
        aria-activedescendant={results[at] && `${listId}-${at}`}
        aria-label={t('title')}
        placeholder={t('placeholder')}
        value={words}
        maxLength={200}
        autoComplete="off"
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setWords(event.target.value)
          setChosen(0)
        }}
      />
      <Text textStyle="sm" color="fg.muted" role="status">
        {isOffline ? t('offline') : query === '' ? t('hint') : ''}
      </Text>
      <Stack as="ul" id={listId} role="listbox" aria-label={t('results')} gap="1" listStyleType="none">
        {results.map(({ key, to, kind, name, detail }, index) => (
          <Box
            as="li"
            key={key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            padding="2"
            paddingInline="3"
            borderRadius="l2"
            cursor="pointer"
            bg={index === at ? 'bg.muted' : undefined}
            onMouseMove={() => setChosen(index)}
            onClick={() => go(to)}
          >
            <Flex gap="3" align="baseline">
              <Text color="fg.muted" textStyle="sm" width="28" flexShrink="0">
                {t(kind)}
              </Text>
              <Text fontWeight="600" overflowWrap="anywhere">
                {name}
              </Text>
              <Text color="fg.muted" truncate>
                {detail}
              </Text>
            </Flex>
          </Box>
        ))}
      </Stack>
      {query.length >= 2 && results.length === 0 && !isLoading && !isOffline && (
        <EmptyState title={t('none', { query })} hint={t('noneHint')} />
      )}
    </Stack>
  )
}
