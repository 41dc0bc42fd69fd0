import { Button, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuFileUp, LuPlus, LuUsers } from 'react-icons/lu'
import { formatDate } from '#client/core/format/date.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { useOpenLink } from '#client/ui/layout/use-open-link.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { type ManagedUser, userContract } from '#shared/user/contract.ts'
import { AddUserDialog } from './add-dialog.tsx'
import { BulkImportDialog } from './bulk/dialog.tsx'
import { EditUserDialog } from './edit-dialog.tsx'
import { ActiveSwitch, ConfirmedSwitch } from './switches.tsx'

type OpenDialog = { kind: 'add' | 'bulk' } | { kind: 'edit' | 'remove'; about: ManagedUser }

/** Lists the users of all merchants. */
export function Component() {
  const t = useText('user')
  const paging = usePaging()
  const users = useRead(userContract.list, { query: paging.query })
  const columns = useColumns()
  const { open, setOpen, close, about } = useDialogs<OpenDialog>()
  useOpenLink('new', () => setOpen({ kind: 'add' }))
  const remove = useWrite(userContract.remove, { refresh: [userContract.list], done: t('removed') })
  const addButton = (
    <Button onClick={() => setOpen({ kind: 'add' })}>
      <LuPlus aria-hidden />
      {t('add')}
    </Button>
  )
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        <>
          <Button variant="outline" onClick={() => setOpen({ kind: 'bulk' })}>
            <LuFileUp aria-hidden />
            {t('addCsv')}
          </Button>
          {addButton}
        </>
      }
    >
      <DataTable
        label={t('title')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ username }) => username}
        read={users}
        paging={paging}
        searchable
        actions={(user) => [
          { id: 'edit', label: t('edit'), onSelect: () => setOpen({ kind: 'edit', about: user }) },
          { id: 'remove', label: t('remove'), danger: true, onSelect: () => setOpen({ kind: 'remove', about: user }) },
        ]}
        empty={
          <EmptyState icon={LuUsers} title={t('emptyTitle')} hint={t('emptyHint')}>
            {addButton}
          </EmptyState>
        }
      />
      <AddUserDialog open={open?.kind === 'add'} onClose={close} />
      <BulkImportDialog open={open?.kind === 'bulk'} onClose={close} />
      <EditUserDialog user={about('edit')} onClose={close} />
      <RemoveDialog
        item={about('remove')}
        title={({ username: name }) => t('removeTitle', { name })}
        hint={t('removeHint')}
        confirm={t('remove')}
        busy={remove.isPending}
        onRemove={({ id }) => remove.mutate({ params: { id } }, { onSettled: close })}
        onClose={close}
      />
    </Page>
  )
}

function useColumns(): Column<ManagedUser>[] {
  const t = useText('user')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('name'),
        main: true,
        sort: 'name',
        cell: ({ username, email }) => (
          <>
            {username}
            {username !== email && (
              <Text textStyle="xs" color="fg.muted" fontWeight="normal" overflowWrap="anywhere">
                {email}
              </Text>
            )}
          </>
        ),
      },
      {
        id: 'business',
        header: t('business'),
        sort: 'business',
        cell: ({ role }) => (
          <>
            {role.description}
            <Text textStyle="xs" color="fg.muted">
              {role.merchant_code}
            </Text>
          </>
        ),
      },
      { id: 'role', header: t('role'), cell: ({ role }) => t(role.type) },
      { id: 'account', header: t('account'), cell: (user) => <ActiveSwitch user={user} /> },
      { id: 'confirmed', header: t('confirmed'), cell: (user) => <ConfirmedSwitch user={user} /> },
      { id: 'created', header: t('created'), sort: 'created', cell: ({ createdAt }) => formatDate(createdAt) },
    ],
    [t],
  )
}
