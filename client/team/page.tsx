import { Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuPlus, LuUsers } from 'react-icons/lu'
import { useNavigate } from 'react-router'
import { formatDate, formatDateTime } from '#client/core/format/date.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { useOpenLink } from '#client/ui/layout/use-open-link.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { type Invitation, type Member, teamContract, teamRoles } from '#shared/team/contract.ts'
import { InvitationsPanel } from './invitations-panel.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'

export type OpenDialog =
  | { kind: 'invite' }
  | { kind: 'role' | 'remove'; about: Member }
  | { kind: 'withdraw'; about: Invitation }

/** The accounts of the merchant, and the open invitations. */
export function Component() {
  const t = useText('team')
  const { open, setOpen, close, about } = useDialogs<OpenDialog>()
  const deniedReason = useDeniedReason(teamContract.invite.access)
  useOpenLink('new', deniedReason === undefined ? () => setOpen({ kind: 'invite' }) : undefined)
  const remove = useWrite(teamContract.remove, { refresh: [teamContract.members], done: t('removed') })
  const navigate = useNavigate()
  const actions = (member: Member) => {
    const activity = {
      id: 'activity',
      label: t('activity'),
      onSelect: () => void navigate(`/settings/activity?member=${member.id}`),
    }
    if (member.isSelf || deniedReason !== undefined) return [activity]
    const hasTeamRole = teamRoles.some((role) => role === member.role)
    return [
      activity,
      ...(hasTeamRole
        ? [{ id: 'role', label: t('changeRole'), onSelect: () => setOpen({ kind: 'role', about: member }) }]
        : []),
      {
        id: 'remove',
        label: t('remove'),
        danger: true,
        onSelect: () => setOpen({ kind: 'remove', about: member }),
      },
    ]
  }
  const inviteButton = (
    <ButtonWithReason disabledReason={deniedReason} onClick={() => setOpen({ kind: 'invite' })}>
      <LuPlus aria-hidden />
      {t('invite')}
    </ButtonWithReason>
  )
  return (
    <Page title={t('title')} description={t('description')} actions={inviteButton}>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        read={useRead(teamContract.members, {})}
        actions={actions}
        empty={<EmptyState icon={LuUsers} title={t('title')} />}
      />
      <InvitationsPanel
        deniedReason={deniedReason}
        withdrawn={about('withdraw')}
        onWithdraw={(invitation) => setOpen({ kind: 'withdraw', about: invitation })}
        onClose={close}
      />
      <InviteDialog open={open?.kind === 'invite'} onClose={close} />
      <RoleDialog member={about('role')} onClose={close} />
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

function useColumns(): Column<Member>[] {
  const t = useText('team')
  return useMemo(
    () => [
      { id: 'name', header: t('name'), main: true, cell: (member) => <MemberName member={member} /> },
      {
        id: 'role',
        header: t('role'),
        cell: ({ role, blocked }) => (blocked ? `${t(role)} (${t('blocked')})` : t(role)),
      },
      {
        id: 'lastActive',
        header: t('lastActive'),
        cell: ({ lastActiveAt }) => (lastActiveAt ? formatDateTime(lastActiveAt) : t('notActive')),
      },
      { id: 'joined', header: t('joined'), extra: true, cell: ({ joinedAt }) => formatDate(joinedAt) },
    ],
    [t],
  )
}

function MemberName({ member: { name, email, isSelf } }: { member: Member }) {
  const t = useText('team')
  return (
    <>
      {isSelf ? `${name} (${t('you')})` : name}
      {name !== email && (
        <Text textStyle="xs" color="fg.muted" fontWeight="normal" overflowWrap="anywhere">
          {email}
        </Text>
      )}
    </>
  )
}
