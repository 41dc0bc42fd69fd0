import { Box, Flex, LinkBox, LinkOverlay, Skeleton, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { IconType } from 'react-icons'
import { Link } from 'react-router'
import { Panel } from '#client/ui/layout/panel.tsx'

/** A URL, or a part of the same screen that keeps the filters of its URL. */
export type CardTarget = string | { hash: string; search: string }

type Props = {
  to: CardTarget
  label: string
  icon?: IconType
  /** The number, formatted; undefined while it is loaded. */
  number: ReactNode
  isUrgent?: boolean
  /** Shown beside the number, such as its line over time. */
  aside?: ReactNode
  /** Shown below the number, such as its change. */
  children?: ReactNode
}

/** A number as a card, which is a link to the counted items. */
export function CountCard({ to, label, icon: Icon, number, isUrgent = false, aside, children }: Props) {
  return (
    <LinkBox asChild>
      <Panel
        as="div"
        padding={{ base: '4', md: '5' }}
        _hover={{ borderColor: 'primary.solid' }}
        data-count={typeof to === 'string' ? to : to.hash}
      >
        <Flex justify="space-between" align="center" gap="3" color="fg.muted">
          <LinkOverlay asChild>
            <Link to={to}>{label}</Link>
          </LinkOverlay>
          {Icon && <Icon aria-hidden size="20" />}
        </Flex>
        <Flex justify="space-between" align="end" gap="3" marginTop="1" minHeight="10">
          {number === undefined ? (
            <Skeleton height="9" width="24" />
          ) : (
            <Text
              textStyle="3xl"
              fontFamily="heading"
              fontWeight="600"
              fontVariantNumeric="tabular-nums"
              color={isUrgent ? 'fg.error' : undefined}
              data-number=""
            >
              {number}
            </Text>
          )}
          {aside}
        </Flex>
        {children !== undefined && (
          <Box marginTop="1" color="fg.muted" textStyle="sm" minHeight="5">
            {children}
          </Box>
        )}
      </Panel>
    </LinkBox>
  )
}
