import { Button, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { StickyActions } from '#client/scan/sticky-actions.tsx'

type Props = {
  /** Whether the role of the user may pack. */
  may: boolean
  task: { isPending: boolean; mutate: () => void }
  testId: string
  children: ReactNode
}

/** The button that closes a case or a pallet, at the bottom of a phone; for other roles, why it is disabled. */
export function ClosePackage({ may, task, testId, children }: Props) {
  const t = useText('pack')
  return (
    <>
      {!may && <Text color="fg.muted">{t('role')}</Text>}
      <StickyActions>
        <Button
          width={{ base: 'full', md: 'auto' }}
          disabled={!may}
          loading={task.isPending}
          onClick={() => task.mutate()}
          data-testid={testId}
        >
          {children}
        </Button>
      </StickyActions>
    </>
  )
}
