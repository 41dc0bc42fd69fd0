import { Button, chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { formatDateTime } from '#client/core/format/date.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { CopyButton } from '#client/ui/feedback/copy-button.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { type Colleague, oidcContract, type ProviderSettings } from '#shared/oidc/contract.ts'
import { departFrom } from './departure.ts'
import { ProviderForm } from './provider-form.tsx'

const namesOf = (people: readonly Colleague[]): string => people.map(({ name }) => name).join(', ')

/** The provider of the organisation: what to enter there and here, a test, and who depends on it. */
export function Component() {
  const t = useText('oidc')
  const deniedReason = useDeniedReason('confirmedOwner')
  const read = useRead(oidcContract.settings, {})
  if (!read.data) return <LoadState read={read} height="40" />
  const { redirectUrl, provider } = read.data
  return (
    <Page title={t('title')} description={t('description')}>
      <Panel title={t('atProvider')} maxWidth="2xl">
        <Text>{t('atProviderHint')}</Text>
        <Copied label={t('redirectUrl')} text={redirectUrl} copy={t('copyRedirectUrl')} />
      </Panel>
      <Panel title={t('here')} maxWidth="2xl">
        {/* A saved provider is another form: it may keep its secret. */}
        <ProviderForm key={provider?.issuer} provider={provider} deniedReason={deniedReason} />
      </Panel>
      {provider && <Check settings={read.data} deniedReason={deniedReason} />}
    </Page>
  )
}

type CheckProps = { settings: ProviderSettings; deniedReason: string | undefined }

function Check({ settings, deniedReason }: CheckProps) {
  const t = useText('oidc')
  const { provider, signInUrl, shortName, linked, notLinked, withoutPassword } = settings
  const { open, setOpen, close } = useDialogs<{ kind: 'remove' }>()
  const refresh = [oidcContract.settings]
  const test = useWrite(oidcContract.test)
  const remove = useWrite(oidcContract.remove, { refresh, done: t('removed') })
  const begin = async () => departFrom('/settings/organisation', (await test.mutateAsync({})).url)
  const at = provider?.testedAt
  return (
    <Panel title={t('check')} maxWidth="2xl">
      <Text color="fg.muted">{t('testHint')}</Text>
      <Flex gap="3" wrap="wrap" align="center">
        <ButtonWithReason
          variant="outline"
          disabledReason={deniedReason}
          loading={test.isPending}
          // The call shows its errors.
          onClick={() => void begin().catch(() => undefined)}
        >
          {t('test')}
        </ButtonWithReason>
        <StatusChip tone={at ? 'good' : 'wait'}>
          {at ? t('tested', { at: formatDateTime(at) }) : t('notTested')}
        </StatusChip>
      </Flex>
      <Copied label={t('signInUrl')} text={signInUrl} copy={t('copySignInUrl')} />
      <Text>
        {t('shortName')}: <chakra.code>{shortName}</chakra.code>
      </Text>
      <Text>{t('howToLink')}</Text>
      <Text>{t('linked', { count: linked })}</Text>
      {notLinked.length > 0 && (
        <Text color="fg.muted" overflowWrap="anywhere">
          {t('notLinked', { names: namesOf(notLinked) })}
        </Text>
      )}
      <Button
        variant="ghost"
        colorPalette="red"
        alignSelf="start"
        disabled={deniedReason !== undefined}
        onClick={() => setOpen({ kind: 'remove' })}
      >
        {t('remove')}
      </Button>
      <RemoveDialog
        item={open}
        title={() => t('removeTitle')}
        hint={withoutPassword.length > 0 ? t('removeLocked', { names: namesOf(withoutPassword) }) : t('removeHint')}
        confirm={t('remove')}
        busy={remove.isPending}
        onRemove={() => remove.mutate({}, { onSettled: close })}
        onClose={close}
      />
    </Panel>
  )
}

function Copied({ label, text, copy }: { label: string; text: string; copy: string }) {
  const t = useText('oidc')
  return (
    <Stack gap="1">
      <Text fontWeight="600">{label}</Text>
      <Flex gap="1" align="center">
        <chakra.code textStyle="sm" overflowWrap="anywhere" minWidth="0">
          {text}
        </chakra.code>
        <CopyButton text={text} label={copy} done={t('copied')} />
      </Flex>
    </Stack>
  )
}
