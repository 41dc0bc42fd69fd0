import { Flex, Stack, Text } from '@chakra-ui/react'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import type { ChainNode } from '#shared/anchoring/chain-report.ts'
import { Section } from './section.tsx'

/** The nodes with their states, and the next step for a node that cannot be used. */
export function NodeList({ nodes }: { nodes: readonly ChainNode[] }) {
  const t = useText('chains')
  const problem = useText('chainProblem')
  return (
    <Section title={t('nodes')}>
      {nodes.length === 0 && <Text color="fg.muted">{t('noNodes')}</Text>}
      <Stack as="ul" gap="3" listStyleType="none">
        {nodes.map((node) => (
          <Stack as="li" key={node.host} gap="0.5">
            <Flex gap="3" wrap="wrap" align="center">
              <Text fontWeight="500" overflowWrap="anywhere">
                {node.host}
              </Text>
              <StatusChip tone={node.problem ? 'bad' : 'good'}>
                {node.problem ? problem(node.problem) : t('nodeOk')}
              </StatusChip>
              {node.height !== null && (
                <Text color="fg.muted" textStyle="sm">
                  {t('nodeAt', { height: formatNumber(node.height) })}
                </Text>
              )}
            </Flex>
            {node.problem && (
              <Text color="fg.muted" textStyle="sm">
                {problem(`${node.problem}Do`)}
              </Text>
            )}
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}
