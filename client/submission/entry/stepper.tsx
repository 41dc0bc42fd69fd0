import { Box, Button, Flex } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { sectionStateIcons } from '#client/submission/list/section-progress.tsx'
import type { SectionStatus } from '#shared/submission/contract.ts'

type Props = { points: readonly SectionStatus[]; current: number; onGo: (place: number) => void }

/** The sections of a submission with their progress. Each is a button that opens it. */
export function Stepper({ points, current, onGo }: Props) {
  const t = useText('submission')
  return (
    <Flex as="nav" aria-label={t('points')} overflowX="auto">
      <Flex as="ol" listStyleType="none" gap="1">
        {points.map(({ id, name, state }, place) => {
          const { Icon, color } = sectionStateIcons[state]
          return (
            <Box as="li" key={id} flexShrink="0">
              <Button
                variant={place === current ? 'subtle' : 'ghost'}
                size="sm"
                maxWidth="16rem"
                // In black on white, only the border marks the current one.
                {...(place === current && { 'aria-current': 'step', borderColor: 'currentColor' })}
                onClick={() => onGo(place)}
              >
                <Box as="span" color={color}>
                  <Icon aria-label={t(state)} role="img" />
                </Box>
                <Box as="span" truncate>
                  {name}
                </Box>
              </Button>
            </Box>
          )
        })}
      </Flex>
    </Flex>
  )
}
