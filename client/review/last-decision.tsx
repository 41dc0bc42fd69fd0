import { Button, Flex, Kbd, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { LuUndo2 } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { limits } from '#shared/core/limits/limits.ts'

export type LastDecision = { id: string; text: string; until: number }

export const lastDecision = (id: string, text: string): LastDecision => ({
  id,
  text,
  until: Date.now() + limits.undoMs,
})

type Props = { last: LastDecision; busy: boolean; onUndo: () => void; onOver: () => void }

/** The last decision, and the time left to undo it. */
export function LastDecisionBar({ last, busy, onUndo, onOver }: Props) {
  const t = useText('review')
  const seconds = useCountdown(last.until, onOver)
  return (
    <Flex
      gap="3"
      align="center"
      wrap="wrap"
      justify="space-between"
      padding="3"
      paddingInlineStart="4"
      bg="bg.success"
      color="fg.success"
      borderWidth="1px"
      borderColor="border.success"
      borderRadius="l2"
    >
      <Text role="status">{last.text}</Text>
      <Flex gap="3" align="center">
        <Text fontVariantNumeric="tabular-nums" aria-hidden>
          {t('toldIn', { count: seconds })}
        </Text>
        <Button size="sm" variant="outline" loading={busy} onClick={onUndo} aria-keyshortcuts="U">
          <LuUndo2 aria-hidden />
          {t('undo')}
          <Kbd size="sm" variant="subtle" aria-hidden hideBelow="md">
            U
          </Kbd>
        </Button>
      </Flex>
    </Flex>
  )
}

/** Whole seconds left, counting down. */
function useCountdown(until: number, onOver: () => void): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) onOver()
    }, 250)
    return () => clearInterval(timer)
  }, [until, onOver])
  return Math.max(0, Math.ceil((until - now) / 1000))
}
