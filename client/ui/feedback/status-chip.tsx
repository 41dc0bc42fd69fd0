import type { ReactNode } from 'react'
import { LuCircleCheck, LuCircleDot, LuCircleX, LuClock } from 'react-icons/lu'

const icons = { good: LuCircleCheck, wait: LuClock, bad: LuCircleX, plain: LuCircleDot } as const
export type Tone = keyof typeof icons

/**
 * A status as a word with an icon, so that it does not depend on color. Styled by the theme, because tables contain
 * many.
 */
export function StatusChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <span className="status-chip" data-tone={tone}>
      <Icon aria-hidden />
      {children}
    </span>
  )
}
