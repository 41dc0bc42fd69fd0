import { Button, List, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { LuDownload } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { installPrompt } from './install-prompt.ts'

/** Installs the console, or explains how if the browser cannot install it. Renders null when it is installed. */
export function InstallButton() {
  const t = useText('app')
  const { method, ask } = installPrompt()
  const [isTipOpen, setTipOpen] = useState(false)
  if (method === 'none') return null
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => (method === 'tip' ? setTipOpen(true) : void ask())}>
        <LuDownload aria-hidden />
        {t('install')}
      </Button>
      <Dialog open={isTipOpen} onClose={() => setTipOpen(false)} title={t('install')} size="sm">
        <Stack gap="4">
          <Text>{t('installWhy')}</Text>
          <InstallSteps />
        </Stack>
      </Dialog>
    </>
  )
}

/** How the app is added to the home screen with the menu of the browser. */
export function InstallSteps() {
  const t = useText('app')
  return (
    <List.Root as="ol" gap="2" paddingStart="5">
      <List.Item>{t('installShare')}</List.Item>
      <List.Item>{t('installAdd')}</List.Item>
    </List.Root>
  )
}
