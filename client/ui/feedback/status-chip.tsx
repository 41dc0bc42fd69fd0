import type { ReactNode } from 'react'
import { LuCircleCheck, LuCircleDot, LuCircleX, LuClock } from 'react-icons/lu'

const icons = { good: LuCircleCheck, wait: LuClock, bad: LuCircleX, plain: LuCircleDot } as const
export type Tone = keyof typeof icons

/** A state in one word. The icon says it too, where there is no colour. Its look is the theme's: tables have many of them. */
export function StatusChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <span className="status-chip" data-tone={tone}>
      <Icon aria-hidden />
      {children}
    </span>
  )
}
