import { Button, Flex, Input, Stack, Text } from '@chakra-ui/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { LuCheck, LuMapPin, LuX } from 'react-icons/lu'
import { correctedNow } from '#client/core/clock/server-clock.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { type Position, writePosition } from '#shared/form/question-types/location.ts'
import { formatAnswer } from './format-answer.ts'
import { OptionsFrame } from './options-frame.tsx'
import type { AnswerFieldProps, QuestionTypeView, SettingsEditorProps } from './view.ts'

/** Metres at which a position is kept without a press, if the form names none. */
const usualAccuracy = 20

export const locationView: QuestionTypeView = {
  icon: LuMapPin,
  Field: LocationField,
  Editor: AccuracyEditor,
  firstSettings: ({ accuracy = usualAccuracy }) => ({ accuracy }),
}

type Failure = 'positionDenied' | 'positionUnsupported'

function LocationField({ question, value, error, onChange }: AnswerFieldProps) {
  const t = useText('answer')
  const { name, accuracy: target = usualAccuracy } = question
  const [isSearching, setSearching] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const start = () => {
    const isSupported = 'geolocation' in navigator
    setFailure(isSupported ? undefined : 'positionUnsupported')
    setSearching(isSupported)
  }
  return (
    <OptionsFrame question={question} error={error ?? (failure && t(failure))} saysRequired>
      <Stack gap="3" align="start">
        {value !== '' && !isSearching && <Text overflowWrap="anywhere">{formatAnswer(value, question)}</Text>}
        {isSearching ? (
          <Search
            name={name}
            target={target}
            onFound={(position) => {
              onChange(writePosition(position))
              setSearching(false)
            }}
            onEnd={(reason) => {
              setFailure(reason)
              setSearching(false)
            }}
          />
        ) : (
          <Flex gap="2" wrap="wrap">
            <Button
              variant="outline"
              aria-label={t(value ? 'findAgainFor' : 'findPositionFor', { name })}
              onClick={start}
            >
              <LuMapPin aria-hidden />
              {t(value ? 'findAgain' : 'findPosition')}
            </Button>
            {value !== '' && (
              <Button variant="outline" aria-label={t('removePositionFor', { name })} onClick={() => onChange('')}>
                <LuX aria-hidden />
                {t('removePosition')}
              </Button>
            )}
          </Flex>
        )}
      </Stack>
    </OptionsFrame>
  )
}

type SearchProps = {
  name: string
  target: number
  onFound: (position: Position) => void
  /** Cancelled, or ended by a failure. */
  onEnd: (failure?: Failure) => void
}

/** Shows how exact the position is while the phone improves it. It needs no connection. */
function Search({ name, target, onFound, onEnd }: SearchProps) {
  const t = useText('answer')
  const [best, setBest] = useState<Position>()
  const [isLost, setLost] = useState(false)
  const found = useEffectEvent(({ coords: { latitude, longitude, accuracy } }: GeolocationPosition) => {
    const position = { latitude, longitude, accuracy, time: new Date(correctedNow()).toISOString() }
    setLost(false)
    if (accuracy <= target) onFound(position)
    else setBest((before) => (before && before.accuracy <= accuracy ? before : position))
  })
  const failed = useEffectEvent(({ code, PERMISSION_DENIED }: GeolocationPositionError) => {
    if (code === PERMISSION_DENIED) onEnd('positionDenied')
    // Phones report that there is no position, and may find one later.
    else setLost(true)
  })
  useEffect(() => {
    const watch = navigator.geolocation.watchPosition(found, failed, { enableHighAccuracy: true, maximumAge: 0 })
    return () => navigator.geolocation.clearWatch(watch)
  }, [])
  return (
    <Stack gap="3" align="start">
      <Text aria-live="polite">
        {best && t('accuracy', { metres: Math.ceil(best.accuracy), target })}
        {!best && t(isLost ? 'positionUnavailable' : 'searching')}
      </Text>
      <Flex gap="2" wrap="wrap">
        {best && (
          <Button variant="outline" aria-label={t('keepPositionFor', { name })} onClick={() => onFound(best)}>
            <LuCheck aria-hidden />
            {t('keepPosition')}
          </Button>
        )}
        <Button variant="outline" onClick={() => onEnd()}>
          {t('stopSearch')}
        </Button>
      </Flex>
    </Stack>
  )
}

function AccuracyEditor({ question: { accuracy }, issueOf, set }: SettingsEditorProps) {
  const t = useText('form')
  return (
    <FieldFrame label={t('accuracy')} error={issueOf('accuracy')}>
      <Input
        type="number"
        inputMode="numeric"
        min={1}
        max={1000}
        maxWidth="2xs"
        value={accuracy ?? ''}
        onChange={({ target }) => set({ accuracy: target.value === '' ? undefined : target.valueAsNumber })}
      />
    </FieldFrame>
  )
}
