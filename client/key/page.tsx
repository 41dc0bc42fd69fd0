import { Button, chakra, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuKeyRound, LuPlus } from 'react-icons/lu'
import { formatDate, formatDateTime } from '#client/core/format/date.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { type Translate, useText } from '#client/core/i18n/i18n.ts'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ShownSecretDialog } from '#client/ui/feedback/shown-secret-dialog.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { useOpenLink } from '#client/ui/layout/use-open-link.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { passportScopes, scopedResources } from '#shared/core/api/scopes.ts'
import { type ApiKey, keyContract } from '#shared/key/contract.ts'
import { AddKeyDialog } from './add-dialog.tsx'
import { RotateKeyDialog } from './rotate-dialog.tsx'

type OpenDialog =
  | { kind: 'add' }
  | { kind: 'rotate' | 'remove'; about: ApiKey }
  /** A key that was made just now. */
  | { kind: 'shown'; about: string }

/** The API keys of the merchant. */
export function Component() {
  const t = useText('key')
  const { open, setOpen, replace, close, about } = useDialogs<OpenDialog>()
  useOpenLink('new', () => setOpen({ kind: 'add' }))
  const remove = useWrite(keyContract.remove, { refresh: [keyContract.list], done: t('removed') })
  const show = (key: string) => replace({ kind: 'shown', about: key })
  const addButton = (
    <Button onClick={() => setOpen({ kind: 'add' })}>
      <LuPlus aria-hidden />
      {t('add')}
    </Button>
  )
  return (
    <Page title={t('title')} description={t('description')} actions={addButton}>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        read={useRead(keyContract.list, {})}
        actions={(key) => [
          { id: 'rotate', label: t('rotate'), onSelect: () => setOpen({ kind: 'rotate', about: key }) },
          { id: 'remove', label: t('remove'), danger: true, onSelect: () => setOpen({ kind: 'remove', about: key }) },
        ]}
        empty={
          <EmptyState icon={LuKeyRound} title={t('empty')} hint={t('emptyHint')}>
            {addButton}
          </EmptyState>
        }
      />
      <AddKeyDialog open={open?.kind === 'add'} onMade={show} onClose={close} />
      <RotateKeyDialog apiKey={about('rotate')} onMade={show} onClose={close} />
      <ShownSecretDialog
        secret={about('shown')}
        title={t('shownTitle')}
        hint={t('shownHint')}
        copy={t('copy')}
        copied={t('copied')}
        stored={t('stored')}
        onClose={close}
      />
      <RemoveDialog
        item={about('remove')}
        title={({ name }) => t('removeTitle', { name })}
        hint={t('removeHint')}
        confirm={t('remove')}
        busy={remove.isPending}
        onRemove={({ id }) => remove.mutate({ params: { id } }, { onSettled: close })}
        onClose={close}
      />
    </Page>
  )
}

function useColumns(): Column<ApiKey>[] {
  const t = useText('key')
  return useMemo(
    () => [
      { id: 'name', header: t('name'), main: true, cell: ({ name }) => name },
      { id: 'start', header: t('start'), cell: (key) => <KeyStart apiKey={key} /> },
      { id: 'scopes', header: t('scopes'), cell: ({ scopes }) => <ScopeWords scopes={scopes} /> },
      {
        id: 'lastUsed',
        header: t('lastUsed'),
        cell: ({ lastUsedAt }) => (lastUsedAt ? formatDateTime(lastUsedAt) : t('notUsed')),
      },
      { id: 'expiry', header: t('expiry'), cell: ({ expiresAt }) => expiryOf(expiresAt, t) },
      { id: 'created', header: t('created'), extra: true, cell: ({ createdAt }) => formatDate(createdAt) },
    ],
    [t],
  )
}

function KeyStart({ apiKey: { start, graceEndsAt } }: { apiKey: ApiKey }) {
  const t = useText('key')
  return (
    <>
      <chakra.code>{start}…</chakra.code>
      {graceEndsAt && (
        <Text textStyle="xs" color="fg.muted">
          {t('graceUntil', { at: formatDateTime(graceEndsAt) })}
        </Text>
      )}
    </>
  )
}

function ScopeWords({ scopes }: Pick<ApiKey, 'scopes'>) {
  const t = useText('key')
  const chosen = (word: 'read' | 'write') => (resource: (typeof scopedResources)[number]) =>
    scopes.includes(`${resource}:${word}`)
  const ofResources = scopedResources
    .filter((resource) => chosen('read')(resource) || chosen('write')(resource))
    .map((resource) => {
      const words = (['read', 'write'] as const).filter((word) => chosen(word)(resource)).map((word) => t(word))
      return `${t(resource)}: ${words.join(', ')}`
    })
  const ofPassports = passportScopes.filter((scope) => scopes.includes(scope)).map((scope) => t(scope))
  return [...ofResources, ...ofPassports].map((words) => <Text key={words}>{words}</Text>)
}

function expiryOf(expiresAt: string | null, t: Translate<'key'>): string {
  if (expiresAt === null) return t('never')
  return Date.parse(expiresAt) <= Date.now() ? t('expired', { at: formatDate(expiresAt) }) : formatDate(expiresAt)
}
