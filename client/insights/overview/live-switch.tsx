import { Switch } from '@chakra-ui/react'
import { useState } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLiveScans } from '#client/insights/use-live-scans.ts'

/** Shows scans as they are made. */
export function LiveSwitch({ show }: { show: () => void }) {
  const t = useText('insightsOverview')
  const [isOn, setOn] = useState(false)
  useLiveScans(isOn, show)
  return (
    <Switch.Root checked={isOn} onCheckedChange={({ checked }) => setOn(checked)} title={t('liveHint')} alignSelf="end">
      <Switch.HiddenInput />
      <Switch.Control />
      <Switch.Label fontWeight="normal">{t('live')}</Switch.Label>
    </Switch.Root>
  )
}
