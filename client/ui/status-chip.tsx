import { Badge } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { LuCircleCheck, LuCircleDot, LuCircleX, LuClock } from 'react-icons/lu'

const looks = {
  good: { palette: 'green', Icon: LuCircleCheck },
  wait: { palette: 'orange', Icon: LuClock },
  bad: { palette: 'red', Icon: LuCircleX },
  plain: { palette: 'gray', Icon: LuCircleDot },
} as const
export type Tone = keyof typeof looks

/** A state in one word. The icon says it too, where there is no colour. */
export function StatusChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  const { palette, Icon } = looks[tone]
  return (
    <Badge colorPalette={palette} variant="surface" size="md" whiteSpace={{ base: 'normal', md: 'nowrap' }}>
      <Icon aria-hidden />
      {children}
    </Badge>
  )
}
