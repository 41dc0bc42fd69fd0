import { Button, Link as ChakraLink, Flex, Stack, Text } from '@chakra-ui/react'
import { LuMail } from 'react-icons/lu'
import { Link } from 'react-router'
import { OwnLinkPanel } from '#client/auth/organisation/own-link-panel.tsx'
import { PasskeysPanel } from '#client/auth/passkey/passkeys-panel.tsx'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { LanguageChoice } from '#client/ui/preferences/language-choice.tsx'
import { authContract } from '#shared/auth/contract.ts'
import { ChangePasswordDialog, FirstPasswordDialog } from './change-password-dialog.tsx'
import { DevicesPanel } from './devices-panel.tsx'

/** E-mail and its confirmation, password, language. */
export function Component() {
  const t = useText('auth')
  const app = useText('app')
  const viewer = useViewer()
  const { open, setOpen, close } = useDialogs<{ kind: 'password' }>()
  const resend = useWrite(authContract.sendConfirmation, { done: app('confirmationSent') })
  if (!viewer) return null
  const { email, emailConfirmed, demo, hasPassword } = viewer
  return (
    <Page title={t('settingsTitle')}>
      <Panel maxWidth="2xl">
        <Stack gap="8">
          <Stack gap="3">
            <Text fontWeight="600">{t('businessEmail')}</Text>
            <Flex gap="3" align="center" wrap="wrap">
              <LuMail aria-hidden />
              <Text overflowWrap="anywhere">{email || '—'}</Text>
              <StatusChip tone={emailConfirmed ? 'good' : 'wait'}>
                {emailConfirmed ? t('emailVerified') : t('emailUnverified')}
              </StatusChip>
            </Flex>
            {!emailConfirmed && (
              <Button
                variant="outline"
                alignSelf="start"
                loading={resend.isPending}
                onClick={() => resend.mutate({ query: { email } })}
              >
                {app('resendConfirmation')}
              </Button>
            )}
          </Stack>
          <Stack gap="3">
            <Text fontWeight="600">{t('password')}</Text>
            {!hasPassword && <Text color="fg.muted">{t('noPasswordYet')}</Text>}
            <Button
              variant="outline"
              alignSelf="start"
              disabled={!emailConfirmed || demo}
              onClick={() => setOpen({ kind: 'password' })}
            >
              {hasPassword ? t('changePassword') : t('setPassword')}
            </Button>
            {!emailConfirmed && <Text color="fg.muted">{t('passwordAfterConfirm')}</Text>}
          </Stack>
          <LanguageChoice />
          {!demo && (
            <ChakraLink asChild alignSelf="start" textDecoration="underline">
              <Link to="/announcements">{t('announcementsAgain')}</Link>
            </ChakraLink>
          )}
        </Stack>
      </Panel>
      {!demo && <PasskeysPanel viewer={viewer} />}
      {!demo && <OwnLinkPanel viewer={viewer} />}
      {!demo && <DevicesPanel />}
      {hasPassword ? (
        <ChangePasswordDialog open={open !== undefined} onClose={close} />
      ) : (
        <FirstPasswordDialog open={open !== undefined} onClose={close} />
      )}
    </Page>
  )
}
