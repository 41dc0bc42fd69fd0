import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react'
import { LuKeyRound } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { Viewer } from '#client/core/session/use-viewer.ts'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { type Passkey, passkeyContract } from '#shared/auth/passkey/contract.ts'
import { canUsePasskeys } from './can-use-passkeys.ts'
import { AddPasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx'

type OpenDialog = { kind: 'add' } | { kind: 'rename' | 'remove'; about: Passkey }

/** The passkeys of the account: adds, renames and removes them. */
export function PasskeysPanel({ viewer }: { viewer: Viewer }) {
  const t = useText('passkey')
  const passkeys = useRead(passkeyContract.list, {}, { quiet: true })
  const { open, setOpen, close, about } = useDialogs<OpenDialog>()
  const remove = useWrite(passkeyContract.remove, { refresh: [passkeyContract.list], done: t('removed') })
  return (
    <Panel title={t('title')} maxWidth="2xl">
      <Text color="fg.muted">{t('hint')}</Text>
      {!passkeys.data && <LoadState read={passkeys} height="16" />}
      {passkeys.data?.length === 0 && <Text>{t('none')}</Text>}
      {passkeys.data && passkeys.data.length > 0 && (
        <Stack as="ul" gap="0" listStyleType="none" aria-label={t('title')}>
          {passkeys.data.map((one) => (
            <Row
              key={one.id}
              passkey={one}
              onRename={() => setOpen({ kind: 'rename', about: one })}
              onRemove={() => setOpen({ kind: 'remove', about: one })}
            />
          ))}
        </Stack>
      )}
      <ButtonWithReason
        variant="outline"
        alignSelf="start"
        disabledReason={useReason(viewer)}
        onClick={() => setOpen({ kind: 'add' })}
      >
        {t('add')}
      </ButtonWithReason>
      <AddPasskeyDialog open={open?.kind === 'add'} onClose={close} />
      <RenamePasskeyDialog passkey={about('rename')} onClose={close} />
      <RemoveDialog
        item={about('remove')}
        title={({ name }) => t('removeTitle', { name })}
        hint={t('removeHint')}
        confirm={t('remove')}
        busy={remove.isPending}
        onRemove={({ id }) => remove.mutate({ params: { id } }, { onSettled: close })}
        onClose={close}
      />
    </Panel>
  )
}

/** Why no passkey can be added. */
function useReason({ emailConfirmed, hasPassword }: Viewer): string | undefined {
  const t = useText('passkey')
  if (!canUsePasskeys()) return t('unsupported')
  if (!emailConfirmed) return t('needsEmail')
  return hasPassword ? undefined : t('needsPassword')
}

type RowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void }

function Row({ passkey: { name, backedUp, createdAt, lastUsedAt }, onRename, onRemove }: RowProps) {
  const t = useText('passkey')
  const facts = [
    t(backedUp ? 'synced' : 'onOneDevice'),
    t('addedAt', { at: formatDateTime(createdAt) }),
    lastUsedAt ? t('usedAt', { at: formatDateTime(lastUsedAt) }) : t('neverUsed'),
  ]
  return (
    <Flex as="li" gap="3" align="center" wrap="wrap" paddingBlock="3" borderTopWidth="1px">
      <LuKeyRound aria-hidden size="20" />
      <Box flex="1 1 12rem" minWidth="0">
        <Text fontWeight="600" overflowWrap="anywhere">
          {name}
        </Text>
        <Flex wrap="wrap" columnGap="3" textStyle="sm" color="fg.muted">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </Flex>
      </Box>
      <Flex gap="3">
        <Button size="sm" variant="outline" aria-label={t('renameNamed', { name })} onClick={onRename}>
          {t('rename')}
        </Button>
        <Button size="sm" variant="outline" aria-label={t('removeNamed', { name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </Flex>
    </Flex>
  )
}
