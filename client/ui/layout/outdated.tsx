import { Box, Stack, type StackProps } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'

type Props = StackProps & { isOutdated: boolean }

/** Dims content that belongs to an earlier choice, see `useOutdated`, and says so to screen readers. */
export function Outdated({ isOutdated, ...content }: Props) {
  const t = useText('ui')
  return (
    <Box position="relative" minWidth="0">
      <Stack
        gap="6"
        {...(isOutdated && { 'aria-busy': true, 'data-outdated': '' })}
        opacity={isOutdated ? 0.4 : 1}
        transition="opacity 0.15s"
        {...content}
      />
      {/* Only a change of a region that exists is announced. */}
      <span className="said" aria-live="polite">
        {isOutdated && t('loadingChoice')}
      </span>
    </Box>
  )
}
