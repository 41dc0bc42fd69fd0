import { Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import type { SystemProblem } from '#client/scan/decode/camera.ts'
import { browserPlace } from './browser-place.ts'

/** Says what to do about a camera on this system, or that another app shows this page and which browser to open. */
export function Component({ problem }: { problem: SystemProblem }) {
  const t = useText('scan')
  const isStandalone = matchMedia('(display-mode: standalone)').matches
  const { userAgent, maxTouchPoints } = navigator
  const { system, isInApp } = browserPlace({ userAgent, maxTouchPoints, isStandalone })
  if (isInApp) return <Text>{t(system === 'Ios' ? 'inAppIosHint' : 'inAppAndroidHint')}</Text>
  return <Text>{t(problem === 'denied' ? `denied${system}Hint` : `${problem}Hint`)}</Text>
}
