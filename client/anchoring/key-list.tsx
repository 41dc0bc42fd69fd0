import { chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import type { ChainView } from '#shared/anchoring/chains-contract.ts'
import { Section } from './section.tsx'

/** The fingerprints of the current key and of earlier ones. */
export function KeyList({ chain, keys }: Pick<ChainView, 'chain' | 'keys'>) {
  const t = useText('chains')
  if (keys.length === 0) return null
  return (
    <Section title={t('keys')}>
      <Stack as="ul" gap="1" listStyleType="none">
        {keys.map(({ fingerprint, isCurrent, isHeld }) => (
          <Flex as="li" key={fingerprint} columnGap="3" align="baseline" wrap="wrap">
            <chakra.code textStyle="xs" overflowWrap="anywhere">
              {fingerprint}
            </chakra.code>
            <Text as="span" color="fg.muted" textStyle="sm">
              {t(isCurrent ? 'keyCurrent' : isHeld ? 'keyFormer' : 'keyGone')}
            </Text>
          </Flex>
        ))}
      </Stack>
      <Text color="fg.muted" textStyle="xs">
        {t(chain === 'bitcoin' ? 'keyHint' : 'keyHintCatapult')}
      </Text>
    </Section>
  )
}
