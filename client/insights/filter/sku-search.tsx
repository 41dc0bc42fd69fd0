import { Input } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import type { SkuOptions } from './use-skus.ts'

/** Finds products that are not in the list, for merchants with very many. */
export function SkuSearch({ search, setSearch }: Pick<SkuOptions, 'search' | 'setSearch'>) {
  const t = useText('insightsOverview')
  if (search === undefined) return null
  return (
    <FieldFrame label={t('findSku')}>
      <Input type="search" bg="bg.panel" value={search} onChange={(event) => setSearch(event.target.value)} />
    </FieldFrame>
  )
}
