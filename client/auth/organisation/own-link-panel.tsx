import { Flex, Text } from '@chakra-ui/react'
import type { z } from 'zod'
import { formatDateTime } from '#client/core/format/date.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { Viewer } from '#client/core/session/use-viewer.ts'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { PasswordField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { oidcContract } from '#shared/oidc/contract.ts'
import { departFrom } from './departure.ts'

/** The link of the account to the provider of its organisation; nothing if the organisation has none. */
export function OwnLinkPanel({ viewer }: { viewer: Viewer }) {
  const t = useText('oidc')
  const { data } = useRead(oidcContract.ownLink, {}, { quiet: true })
  const { open, setOpen, close } = useDialogs<{ kind: 'link' } | { kind: 'unlink' }>()
  const unlink = useWrite(oidcContract.unlink, { refresh: [oidcContract.ownLink], done: t('unlinked') })
  if (!data?.isOffered) return null
  const { linkedAt, lastUsedAt, isRequired } = data
  const isBound = isRequired && viewer.role !== 'merchant'
  const needsPassword = viewer.hasPassword ? undefined : t('needsPassword')
  return (
    <Panel title={t('ownTitle')} maxWidth="2xl">
      {linkedAt === null ? (
        <Text color="fg.muted">{t('ownHint')}</Text>
      ) : (
        <Flex wrap="wrap" columnGap="3">
          <span>{t('ownLinked', { at: formatDateTime(linkedAt) })}</span>
          <Text as="span" color="fg.muted">
            {lastUsedAt ? t('ownUsed', { at: formatDateTime(lastUsedAt) }) : t('ownNotUsed')}
          </Text>
        </Flex>
      )}
      {linkedAt === null ? (
        <ButtonWithReason
          variant="outline"
          alignSelf="start"
          disabledReason={viewer.emailConfirmed ? needsPassword : t('needsEmail')}
          onClick={() => setOpen({ kind: 'link' })}
        >
          {t('link')}
        </ButtonWithReason>
      ) : (
        <ButtonWithReason
          variant="outline"
          alignSelf="start"
          disabledReason={isBound ? t('ownRequired') : needsPassword}
          onClick={() => setOpen({ kind: 'unlink' })}
        >
          {t('unlink')}
        </ButtonWithReason>
      )}
      <FormDialog open={open?.kind === 'link'} onClose={close} title={t('linkTitle')}>
        <LinkForm />
      </FormDialog>
      <RemoveDialog
        item={open?.kind === 'unlink' ? open : undefined}
        title={() => t('unlinkTitle')}
        hint={t('unlinkHint')}
        confirm={t('unlink')}
        busy={unlink.isPending}
        onRemove={() => unlink.mutate({}, { onSettled: close })}
        onClose={close}
      />
    </Panel>
  )
}

const LinkInput = oidcContract.link.body

function LinkForm() {
  const t = useText('oidc')
  const auth = useText('auth')
  const link = useWrite(oidcContract.link)
  const form = useForm(LinkInput, { password: '' })
  const submit = async (body: z.output<typeof LinkInput>) => {
    const { url } = await link.mutateAsync({ body })
    departFrom('/settings', url)
  }
  return (
    <Form form={form} onSubmit={submit}>
      <PasswordField
        control={form.control}
        name="password"
        label={auth('oldPassword')}
        hint={t('linkHint')}
        autoComplete="current-password"
        required
      />
      <DialogActions loading={form.formState.isSubmitting}>{t('continue')}</DialogActions>
    </Form>
  )
}
