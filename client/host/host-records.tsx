import { chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { CopyButton } from '#client/ui/feedback/copy-button.tsx'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import type { DnsRecord } from '#shared/host/contract.ts'

type Props = { records: readonly DnsRecord[]; isProven: boolean }

/** The records of a custom domain, as the forms of DNS providers ask for them. */
export function HostRecords({ records, isProven }: Props) {
  const t = useText('brandHost')
  return (
    <Stack gap="3">
      <Text>{t(isProven ? 'keepRecords' : 'setRecords')}</Text>
      <Flex gap="3" wrap="wrap">
        {records.map((record) => (
          <Record key={record.type} record={record} />
        ))}
      </Flex>
    </Stack>
  )
}

function Record({ record: { type, name, value } }: { record: DnsRecord }) {
  const t = useText('brandHost')
  return (
    <Stack flex="1 1 20rem" minWidth="0" borderWidth="1px" borderRadius="l2" padding="3">
      <DescriptionList
        facts={[
          [t('type'), type],
          [t('name'), <Copied key="name" text={name} label={t('copyName', { type })} />],
          [t('value'), <Copied key="value" text={value} label={t('copyValue', { type })} />],
        ]}
      />
    </Stack>
  )
}

function Copied({ text, label }: { text: string; label: string }) {
  const t = useText('brandHost')
  return (
    <Flex gap="1" align="center" justify="space-between">
      <chakra.code textStyle="sm" overflowWrap="anywhere" minWidth="0">
        {text}
      </chakra.code>
      <CopyButton text={text} label={label} done={t('copied')} />
    </Flex>
  )
}
