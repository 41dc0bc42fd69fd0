import { Button, Flex } from '@chakra-ui/react'
import { correctedNow } from '#client/core/clock/server-clock.ts'
import { fromLocalInput, toLocalInput } from '#client/core/format/datetime-input.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DateInput } from '#client/ui/form/date/date-input.tsx'

type Props = { label: string; value: string; onChange: (time: string) => void }

/** A date and time, with a button that enters the current one, because most answers are entered during the event. */
export function DateTimeInput({ label, value, onChange, ...field }: Props) {
  const t = useText('submission')
  return (
    <Flex gap="2" flex="1" minWidth="0">
      <DateInput
        withTime
        flex="1"
        minWidth="0"
        {...field}
        value={toLocalInput(value)}
        onChange={(chosen) => onChange(fromLocalInput(chosen))}
      />
      <Button
        variant="outline"
        aria-label={t('nowFor', { name: label })}
        onClick={() => onChange(new Date(new Date(correctedNow()).setSeconds(0, 0)).toISOString())}
      >
        {t('now')}
      </Button>
    </Flex>
  )
}
