import { Link as ChakraLink } from '@chakra-ui/react'
import { Link } from 'react-router'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { epcisListContract } from '#shared/epcis/list-contract.ts'
import { EventTable } from './event-table.tsx'

const shown = 10

/** The journey of one code: its newest events, with what partners have reported. */
export function CodeEvents({ address }: { address: string }) {
  const t = useText('epcis')
  const read = useRead(epcisListContract.list, { query: { search: address, limit: shown } })
  return (
    <PageSection title={t('ofCode')} gap="3">
      <EventTable label={t('ofCode')} read={read} empty={{ title: t('noneOfCode') }} />
      {read.data && read.data.total > shown && (
        <ChakraLink asChild textDecoration="underline">
          <Link to={`/settings/events?search=${address}`}>{t('allOfCode')}</Link>
        </ChakraLink>
      )}
    </PageSection>
  )
}
