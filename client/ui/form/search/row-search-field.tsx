import { Input, type InputProps } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import type { RowSearch } from './use-searched-rows.ts'

type Props = RowSearch & Pick<InputProps, 'bg'> & { label: string }

/** Searches the rows of the select below it, `label`, when the list has more than one call returns. */
export function RowSearchField({ search, setSearch, label, ...input }: Props) {
  const t = useText('ui')
  if (search === undefined) return null
  return (
    <FieldFrame label={t('searchIn', { label })}>
      <Input
        type="search"
        autoComplete="off"
        maxLength={200}
        {...input}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        // Enter would send the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </FieldFrame>
  )
}
