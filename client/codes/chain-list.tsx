import { Box, Link as ChakraLink, Stack, Text } from '@chakra-ui/react'
import { LuExternalLink } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { StatusChip, type Tone } from '#client/ui/feedback/status-chip.tsx'
import type { AttestationStatus, Proof } from '#shared/anchoring/contract.ts'
import { explorerUrl } from '#shared/anchoring/explorer.ts'

const tones: Record<AttestationStatus, Tone> = { SUCCESS: 'good', PENDING: 'wait', FAILED: 'bad', UNKNOWN: 'plain' }

/** The state of a proof on both chains, with its transactions. */
export function ChainList({ chains }: { chains: Proof['chains'] }) {
  const t = useText('anchoring')
  return (
    <Stack gap="4">
      {chains.map(({ chain, network, state, transaction, height }) => {
        const url = explorerUrl(chain, network, transaction)
        return (
          <Box key={chain}>
            <Text fontWeight="600">
              {t(chain)}
              {network && ` · ${network}`}
            </Text>
            <StatusChip tone={tones[state]}>{t(state)}</StatusChip>
            {transaction && (
              <Text textStyle="xs" color="fg.muted" fontFamily="mono" overflowWrap="anywhere" marginTop="1">
                {url ? (
                  <ChakraLink href={url} target="_blank" rel="noreferrer" textDecoration="underline">
                    {transaction}
                    <LuExternalLink aria-hidden />
                  </ChakraLink>
                ) : (
                  transaction
                )}
                {height !== null && ` #${height}`}
              </Text>
            )}
          </Box>
        )
      })}
    </Stack>
  )
}
