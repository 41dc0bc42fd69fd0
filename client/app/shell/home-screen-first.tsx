import { Button, Stack, Text } from '@chakra-ui/react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { InstallSteps } from '#client/app/service-worker/install-button.tsx'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'

/** Whether a person on this device has read why the app belongs on the home screen. */
const homeScreenAdvice = create<{ isRead: boolean }>()(
  persist((): { isRead: boolean } => ({ isRead: false }), { name: 'assay.homeScreen', version: 1 }),
)

/** Asks to add the app to the home screen before the first work is saved in a tab of an iPhone or iPad, and says why. */
export function Component() {
  const t = useText('sync')
  const isRead = homeScreenAdvice((state) => state.isRead)
  const close = () => homeScreenAdvice.setState({ isRead: true })
  return (
    <Dialog
      open={!isRead}
      onClose={close}
      title={t('homeTitle')}
      size="sm"
      footer={<Button onClick={close}>{t('homeLater')}</Button>}
    >
      <Stack gap="4">
        <Text>{t('homeWhy')}</Text>
        <InstallSteps />
        <Text>{t('homeNext')}</Text>
      </Stack>
    </Dialog>
  )
}
