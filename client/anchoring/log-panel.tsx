import { Link as ChakraLink, Flex, Stack, Text } from '@chakra-ui/react'
import { LuScrollText } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import type { PublicLogView } from '#shared/anchoring/chains-contract.ts'
import { ProblemAlert } from './problem-alert.tsx'

/** The transparency log: its size, its last checkpoint, and the witnesses that have cosigned it. */
export function LogPanel({ log }: { log: PublicLogView }) {
  const t = useText('chains')
  const { origin, size, waiting, checkpointAt, problem } = log
  return (
    <Panel title={t('log')}>
      {origin === null ? (
        <EmptyState icon={LuScrollText} title={t('logNone')} hint={t('logNoneHint')} />
      ) : (
        <Stack gap="4" align="start">
          {problem && <ProblemAlert kind="logForked" status="error" detail={problem.reason} since={problem.since} />}
          <DescriptionList
            facts={[
              [t('logName'), origin],
              [t('logSize'), formatNumber(size)],
              [t('logWaiting'), formatNumber(waiting)],
              [t('checkpoint'), checkpointAt ? formatDateTime(checkpointAt) : t('noCheckpoint')],
              [t('witnesses'), <Witnesses key="witnesses" log={log} />],
            ]}
          />
          <ChakraLink href="/log/checkpoint" target="_blank" textDecoration="underline">
            {t('openLog')}
          </ChakraLink>
        </Stack>
      )}
    </Panel>
  )
}

function Witnesses({ log: { witnesses, size, needs } }: { log: PublicLogView }) {
  const t = useText('chains')
  if (witnesses.length === 0) return t('noWitnesses')
  const count = witnesses.filter((witness) => witness.size === size).length
  return (
    <Stack gap="2">
      <Text>{t('witnessesOf', { count, total: witnesses.length, needs })}</Text>
      <Stack as="ul" gap="1" listStyleType="none">
        {witnesses.map((witness) => (
          <Flex as="li" key={witness.name} gap="2" wrap="wrap" align="center" minWidth="0">
            <Text overflowWrap="anywhere">{witness.name}</Text>
            <StatusChip tone={witness.size === size ? 'good' : 'wait'}>
              {t(witness.size === size ? 'cosigned' : 'behind')}
            </StatusChip>
            {witness.size !== size && (
              <Text color="fg.muted" textStyle="sm">
                {witness.at
                  ? t('cosignedEarlier', { size: formatNumber(witness.size ?? 0), at: formatDateTime(witness.at) })
                  : t('neverCosigned')}
              </Text>
            )}
          </Flex>
        ))}
      </Stack>
    </Stack>
  )
}
