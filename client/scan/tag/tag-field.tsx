import { Flex, Stack, Text } from '@chakra-ui/react'
import { LuCircleCheck } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { CameraInput } from '#client/scan/camera/camera-input.tsx'
import { playFeedback } from '#client/scan/scan-feedback.ts'
import { scanPreferences } from '#client/scan/scan-preferences.ts'
import { TypedEntry } from '#client/scan/typed-entry.tsx'
import { useWedge } from '#client/scan/wedge/use-wedge.ts'
import { NfcButton } from './nfc-button.tsx'
import { numberOfTag, tagNumber } from './tag-number.ts'

type Props = {
  label: string
  /** The accepted number, or an empty text. */
  value: string
  /** `isTouched`: the phone has read the tag by NFC, so that the person has it at hand. */
  onTag: (number: string, isTouched: boolean) => void
  /** Receives typed text that is not confirmed, or undefined when the field is empty. */
  onTyping?: (number: string | undefined) => void
}

/** Input of a sensor's tag number: by NFC, camera, hardware scanner or typing. */
export function TagField({ label, value, onTag, onTyping }: Props) {
  const t = useText('scan')
  const accept = (number: string, isTouched = false) => {
    if (number !== '') onTag(number, isTouched)
    return number !== ''
  }
  const take = (number: string, isTouched = false) => {
    const isAccepted = accept(number, isTouched)
    if (isAccepted) playFeedback('good', scanPreferences.getState())
    return isAccepted
  }
  useWedge(([text = '']) => take(tagNumber(text)))
  return (
    <Stack gap="3">
      <Flex gap="3" wrap="wrap" align="start">
        <NfcButton onTag={(tag) => take(numberOfTag(tag), true)} />
        <CameraInput onText={(text) => accept(tagNumber(text))} />
      </Flex>
      <TypedEntry
        label={label}
        action={t('use')}
        onText={(text) => take(tagNumber(text))}
        onTyping={(text) => onTyping?.(tagNumber(text) || undefined)}
      />
      <Flex role="status" gap="2" align="center" color="fg.success" fontWeight="600">
        {value && (
          <>
            <LuCircleCheck aria-hidden />
            <Text data-testid="tag">{t('tagTaken', { tag: value })}</Text>
          </>
        )}
      </Flex>
    </Stack>
  )
}
