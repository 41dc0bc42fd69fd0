import { Button } from '@chakra-ui/react'
import { format } from 'date-fns/format'
import { LuClock } from 'react-icons/lu'
import { correctedNow } from '#client/core/clock/server-clock.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { TextAnswer } from './text-answer.tsx'
import type { AnswerFieldProps, QuestionTypeView } from './view.ts'

export const timeView: QuestionTypeView = { icon: LuClock, Field: TimeField }

/** Typed, because the time inputs of browsers follow the language of the browser: with am and pm, or without. */
function TimeField(props: AnswerFieldProps) {
  const t = useText('submission')
  const now = (
    <Button
      variant="outline"
      aria-label={t('nowFor', { name: props.question.name })}
      onClick={() => props.onChange(format(correctedNow(), 'HH:mm'))}
    >
      {t('now')}
    </Button>
  )
  // A number pad is enough: 1430 is 14:30.
  return <TextAnswer {...props} inputMode="numeric" autoComplete="off" placeholder="14:30" action={now} />
}
