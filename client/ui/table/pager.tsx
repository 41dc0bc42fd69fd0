import { Flex, IconButton, Text } from '@chakra-ui/react'
import { LuChevronLeft, LuChevronRight } from 'react-icons/lu'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Select } from '#client/ui/form/select.tsx'
import { lastPageOf, type Paging } from './paging.ts'

/** @param isOutdated the total belongs to an earlier choice, see `useOutdated` */
export function Pager({ paging, total, isOutdated = false }: { paging: Paging; total: number; isOutdated?: boolean }) {
  const t = useText('ui')
  const { page, limit } = paging.query
  const smallest = paging.sizes[0]!
  if (total <= smallest) return null
  const last = lastPageOf(total, limit)
  const shown = {
    from: formatNumber(Math.min(total, (page - 1) * limit + 1)),
    to: formatNumber(Math.min(total, page * limit)),
    total: formatNumber(total),
  }
  return (
    <Flex as="nav" aria-label={t('pages')} gap="3" align="center" justify="end" wrap="wrap" color="fg.muted">
      <Select
        frame={{ size: 'sm', width: '20' }}
        aria-label={t('rowsPerPage')}
        bg="bg.panel"
        value={String(limit)}
        options={paging.sizes.map((size) => ({ value: String(size), label: String(size) }))}
        onChange={(size) => paging.set({ limit: Number(size) })}
      />
      <Text textStyle="sm" fontVariantNumeric="tabular-nums" opacity={isOutdated ? 0.4 : 1}>
        {t('rows', shown)}
      </Text>
      <Flex gap="1">
        <IconButton
          variant="outline"
          size="sm"
          aria-label={t('previousPage')}
          disabled={page <= 1}
          onClick={() => paging.set({ page: page - 1 })}
        >
          <LuChevronLeft />
        </IconButton>
        <IconButton
          variant="outline"
          size="sm"
          aria-label={t('nextPage')}
          disabled={page >= last}
          onClick={() => paging.set({ page: page + 1 })}
        >
          <LuChevronRight />
        </IconButton>
      </Flex>
    </Flex>
  )
}
