import { Box, Flex, IconButton, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { LuChevronsDownUp, LuChevronsUpDown, LuCircle, LuCircleCheck, LuCircleDot, LuEllipsis } from 'react-icons/lu'
import { useText } from '#client/core/i18n.ts'
import type { Point } from '#shared/submission/contract.ts'
import { mostShown, shownPoints } from './shown-points.ts'

export const looks = {
  empty: { Icon: LuCircle, color: 'fg.muted' },
  partial: { Icon: LuCircleDot, color: 'orange.fg' },
  complete: { Icon: LuCircleCheck, color: 'green.fg' },
} as const

/** The sections of a submission in a row of the table; `name` is the submission's. */
export function Points({ points, name }: { points: readonly Point[]; name: string }) {
  const t = useText('submission')
  const [isExpanded, setExpanded] = useState(false)
  const Toggle = isExpanded ? LuChevronsDownUp : LuChevronsUpDown
  if (points.length === 0) return <Text color="fg.muted">{t('noSections')}</Text>
  return (
    <Flex gap="2" align="start">
      <Flex as="ol" listStyleType="none" gap="1" columnGap="3" wrap="wrap" aria-label={t('pointsOf', { name })}>
        {shownPoints(points, isExpanded).map((point) =>
          'hidden' in point ? (
            <Flex as="li" key="hidden" align="center" aria-label={t('hiddenSections', { count: point.hidden })}>
              <LuEllipsis aria-hidden />
            </Flex>
          ) : (
            <OnePoint key={point.id} point={point} />
          ),
        )}
      </Flex>
      {points.length > mostShown && (
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
    </Flex>
  )
}

function OnePoint({ point: { name, state } }: { point: Point }) {
  const t = useText('submission')
  const { Icon, color } = looks[state]
  return (
    <Flex as="li" gap="1" align="center" textStyle="sm">
      <Box as="span" color={color} flexShrink="0">
        <Icon aria-label={t(state)} role="img" />
      </Box>
      <Text as="span" maxWidth="14ch" truncate title={name}>
        {name}
      </Text>
    </Flex>
  )
}
