import { Flex, Text } from '@chakra-ui/react'
import { LuCircleCheck, LuCircleX, LuCopy, LuScanLine } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import type { FeedbackKind } from './scan-feedback.ts'
import type { ScanMessage } from './scan-reducer.ts'
import { feedbackOf, scanMessageText } from './scan-texts.ts'

const statusStyles = {
  good: { ground: 'bg.success', ink: 'fg.success', edge: 'solid', Icon: LuCircleCheck },
  again: { ground: 'bg.warning', ink: 'fg.warning', edge: 'dashed', Icon: LuCopy },
  bad: { ground: 'red.solid', ink: 'red.contrast', edge: 'solid', Icon: LuCircleX },
  none: { ground: 'bg.subtle', ink: 'fg.muted', edge: 'solid', Icon: LuScanLine },
} as const satisfies Record<FeedbackKind | 'none', object>

/** The message of the last event, large enough to read from a distance. Screen readers announce it. */
export function ScanStatusBar({ said, idle }: { said: ScanMessage | undefined; idle: string }) {
  const t = useText('scan')
  const feedback = said && feedbackOf(said)
  const { ground, ink, edge, Icon } = statusStyles[feedback ?? 'none']
  return (
    <Flex
      role="status"
      align="center"
      gap="3"
      minHeight="14"
      paddingInline="4"
      paddingBlock="2"
      bg={ground}
      color={ink}
      borderWidth="1px"
      borderStyle={edge}
      borderColor={said ? 'border.emphasized' : 'border'}
      borderRadius="l2"
      data-testid="said"
      data-mood={feedback}
    >
      {/* A new key makes an identical text a new message, so that it is announced again. */}
      <Flex key={said?.id ?? 0} align="center" gap="3" minWidth="0">
        <Icon aria-hidden size="24" style={{ flexShrink: 0 }} />
        <Text fontWeight={said ? '600' : '400'} lineHeight="1.3" overflowWrap="anywhere">
          {said ? scanMessageText(said, t) : idle}
        </Text>
      </Flex>
    </Flex>
  )
}
