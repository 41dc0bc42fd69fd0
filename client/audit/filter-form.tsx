import { Button, Flex, Input, SimpleGrid } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'
import { LuFilter } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { DateInput } from '#client/ui/form/date/date-input.tsx'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { focusInvalidInput } from '#client/ui/form/input-error.ts'
import { useIsPhone } from '#client/ui/layout/use-is-phone.ts'
import { AuditFilter } from '#shared/audit/contract.ts'
import { filterFields } from './filter.ts'

type Props = { filter: AuditFilter; onFilter: (filter: AuditFilter) => void }

const isDay = (field: keyof AuditFilter) => field === 'from' || field === 'to'

/** The key is the current filter, so that clearing the filter clears the fields. */
export function FilterForm(props: Props) {
  return <Fields key={JSON.stringify(props.filter)} {...props} />
}

function Fields({ filter, onFilter }: Props) {
  const t = useText('audit')
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(Object.keys(filter).length > 0)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (focusInvalidInput(event.currentTarget)) return
    const given = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '')
    onFilter(AuditFilter.parse(Object.fromEntries(given)))
  }
  // On a phone the fields are folded: six of them fill the screen, and the entries would be below it.
  if (isPhone && !isOpen)
    return (
      <Button variant="outline" alignSelf="start" aria-expanded={false} onClick={() => setIsOpen(true)}>
        <LuFilter aria-hidden />
        {t('filter')}
      </Button>
    )
  return (
    <form onSubmit={submit}>
      <SimpleGrid columns={{ base: 1, sm: 2, xl: 3 }} gap="3">
        {filterFields.map((field) => (
          <FieldFrame key={field} label={t(field)} hint={t(`${field}Hint`)}>
            {isDay(field) ? (
              <Day name={field} initial={filter[field] ?? ''} />
            ) : (
              <Input name={field} defaultValue={filter[field] ?? ''} maxLength={60} autoComplete="off" />
            )}
          </FieldFrame>
        ))}
      </SimpleGrid>
      <Flex gap="2" marginTop="3" wrap="wrap">
        <Button type="submit">
          <LuFilter aria-hidden />
          {t('filter')}
        </Button>
        {Object.keys(filter).length > 0 && (
          <Button variant="outline" onClick={() => onFilter({})}>
            {t('clear')}
          </Button>
        )}
      </Flex>
    </form>
  )
}

/** A day as a part of the sent form. */
function Day({ name, initial }: { name: string; initial: string }) {
  const [day, setDay] = useState(initial)
  return (
    <>
      <DateInput value={day} onChange={setDay} />
      <input type="hidden" name={name} value={day} />
    </>
  )
}
