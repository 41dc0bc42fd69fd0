import { Box } from '@chakra-ui/react'
import { useMemo } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import type { SheetRow } from '#shared/sku/product-sheet.ts'
import { findWarnings } from './find-warnings.ts'

/** Warnings that are listed; the others are counted. */
const listed = 20

/** Rows that can be added, but that a person should look at first. */
export function SheetWarnings({ rows }: { rows: readonly SheetRow[] }) {
  const t = useText('skuBulk')
  const warnings = useMemo(() => findWarnings(rows), [rows])
  if (warnings.length === 0) return null
  const count = new Set(warnings.map(({ row }) => row)).size
  return (
    <InlineAlert
      status="warning"
      data-testid="sheet-warnings"
      description={
        <Box as="ul" listStyleType="none" overflowWrap="anywhere">
          {warnings.slice(0, listed).map(({ kind, ...values }) => (
            <li key={`${values.row} ${values.column} ${kind}`}>{t(`warning.${kind}`, values)}</li>
          ))}
          {warnings.length > listed && <li>{t('moreWarnings', { count: formatNumber(warnings.length - listed) })}</li>}
        </Box>
      }
    >
      {t('warnings', { count, shown: formatNumber(count) })}
    </InlineAlert>
  )
}
