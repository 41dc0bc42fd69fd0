import { IconButton, type SystemStyleObject } from '@chakra-ui/react'
import { useState } from 'react'
import { LuChevronsDownUp, LuChevronsUpDown, LuCircle, LuCircleCheck, LuCircleDot, LuEllipsis } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import type { SectionStatus } from '#shared/submission/contract.ts'
import { maxVisibleSections, visibleSections } from './visible-sections.ts'

export const sectionStateIcons = {
  empty: { Icon: LuCircle, color: 'fg.muted' },
  partial: { Icon: LuCircleDot, color: 'orange.fg' },
  complete: { Icon: LuCircleCheck, color: 'green.fg' },
} as const

/** Styles for the surrounding table. */
export const sectionProgressStyles: Record<string, SystemStyleObject> = {
  '& [data-points]': { display: 'flex', gap: '2', alignItems: 'start' },
  '& [data-points] ol': {
    display: 'flex',
    flexWrap: 'wrap',
    rowGap: '1',
    columnGap: '3',
    listStyleType: 'none',
  },
  '& [data-points] li': { display: 'flex', gap: '1', alignItems: 'center', textStyle: 'sm' },
  '& [data-points] svg': { flexShrink: '0' },
  '& [data-points] li span': { maxWidth: '14ch', truncate: true },
  ...Object.fromEntries(
    Object.entries(sectionStateIcons).map(([state, { color }]) => [
      `& [data-points] [data-state=${state}] svg`,
      { color },
    ]),
  ),
}

/** The sections of a submission in a table row; `name` is the submission's name. */
export function SectionProgressList({ points, name }: { points: readonly SectionStatus[]; name: string }) {
  const t = useText('submission')
  const [isExpanded, setExpanded] = useState(false)
  const Toggle = isExpanded ? LuChevronsDownUp : LuChevronsUpDown
  if (points.length === 0) return t('noSections')
  return (
    <div data-points="">
      <ol aria-label={t('pointsOf', { name })}>
        {visibleSections(points, isExpanded).map((point) =>
          'hidden' in point ? (
            <li key="hidden" aria-label={t('hiddenSections', { count: point.hidden })}>
              <LuEllipsis aria-hidden />
            </li>
          ) : (
            <SectionMark key={point.id} point={point} said={t(point.state)} />
          ),
        )}
      </ol>
      {points.length > maxVisibleSections && (
        <IconButton
          variant="ghost"
          size="2xs"
          aria-expanded={isExpanded}
          aria-label={t(isExpanded ? 'collapse' : 'expand', { name })}
          onClick={() => setExpanded(!isExpanded)}
        >
          <Toggle />
        </IconButton>
      )}
    </div>
  )
}

function SectionMark({ point: { name, state }, said }: { point: SectionStatus; said: string }) {
  const { Icon } = sectionStateIcons[state]
  return (
    <li data-state={state}>
      <Icon aria-label={said} role="img" />
      <span title={name}>{name}</span>
    </li>
  )
}
