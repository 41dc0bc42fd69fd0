import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { LuRotateCw } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'

type Retry = {
  /** For screen readers: with the name of the row. */
  label: string
  isPending: boolean
  onClick: () => void
}
type Props = {
  /** The reason of the failure, and the completed part of the work. */
  reason: string
  /** Undefined if the user may not start it again. */
  retry: Retry | undefined
  align?: 'start' | 'end'
  /** Buttons for what is possible without a retry. */
  children?: ReactNode
}

/** For the row of failed background work: the reason, and a button that starts it again. */
export function FailedJobNotice({ reason, retry, align = 'start', children }: Props) {
  const t = useText('ui')
  const side = { base: 'start', md: align } as const
  return (
    <Stack gap="2" align={side}>
      <Text textStyle="xs" color="fg.muted" maxWidth="48ch" textAlign={side} textWrap="pretty">
        {reason}
      </Text>
      <Flex gap="2" wrap="wrap" justify={side}>
        {children}
        {retry && (
          <Button
            size="sm"
            variant="outline"
            loading={retry.isPending}
            aria-label={retry.label}
            onClick={retry.onClick}
          >
            <LuRotateCw aria-hidden />
            {t('tryAgain')}
          </Button>
        )}
      </Flex>
    </Stack>
  )
}
