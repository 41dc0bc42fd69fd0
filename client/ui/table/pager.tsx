import { Flex, IconButton, NativeSelect, Text } from '@chakra-ui/react'
import { LuChevronLeft, LuChevronRight } from 'react-icons/lu'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { Paging } from './paging.ts'

export function Pager({ paging, total }: { paging: Paging; total: number }) {
  const t = useText('ui')
  const { page, limit } = paging.query
  const smallest = paging.sizes[0]!
  if (total <= smallest) return null
  const last = Math.max(1, Math.ceil(total / limit))
  const shown = {
    from: formatNumber(Math.min(total, (page - 1) * limit + 1)),
    to: formatNumber(Math.min(total, page * limit)),
    total: formatNumber(total),
  }
  return (
    <Flex as="nav" aria-label={t('pages')} gap="3" align="center" justify="end" wrap="wrap" color="fg.muted">
      <NativeSelect.Root size="sm" width="20">
        <NativeSelect.Field
          aria-label={t('rowsPerPage')}
          bg="bg.panel"
          value={limit}
          onChange={(event) => paging.set({ limit: Number(event.target.value) })}
        >
          {paging.sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      <Text textStyle="sm" fontVariantNumeric="tabular-nums">
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
