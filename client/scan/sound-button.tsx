import { IconButton } from '@chakra-ui/react'
import { LuVolume2, LuVolumeX } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { scanPreferences } from './scan-preferences.ts'

/** Turns the sound of scans on this device on and off. */
export function SoundButton() {
  const t = useText('scan')
  const sound = scanPreferences(({ sound }) => sound)
  return (
    <IconButton
      variant="outline"
      size="sm"
      aria-label={t('sound')}
      aria-pressed={sound}
      onClick={() => scanPreferences.setState({ sound: !sound })}
    >
      {sound ? <LuVolume2 /> : <LuVolumeX />}
    </IconButton>
  )
}
