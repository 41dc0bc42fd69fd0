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

/**
 * The fields show a filter that comes from elsewhere, such as a cleared one. The filter that they have sent themselves does not
 * change them: what was typed until it is applied would be lost.
 */
export function FilterForm({ filter, onFilter }: Props) {
  const applied = JSON.stringify(filter)
  const [fields, setFields] = useState({ key: 0, applied, sent: applied })
  if (fields.applied !== applied) {
    const isOwn = fields.sent === applied
    setFields({ key: isOwn ? fields.key : fields.key + 1, applied, sent: applied })
  }
  const send = (next: AuditFilter) => {
    setFields((shown) => ({ ...shown, sent: JSON.stringify(next) }))
    onFilter(next)
  }
  return <Fields key={fields.key} filter={filter} onFilter={send} onClear={() => onFilter({})} />
}

function Fields({ filter, onFilter, onClear }: Props & { onClear: () => void }) {
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
          <Button variant="outline" onClick={onClear}>
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
