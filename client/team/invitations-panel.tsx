import { Heading, Stack, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { formatDate, formatDateTime } from '#client/core/format/date.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { type Invitation, teamContract } from '#shared/team/contract.ts'

type Props = {
  /** Why the viewer cannot change invitations. */
  deniedReason: string | undefined
  /** The invitation that the open dialog is about. */
  withdrawn: Invitation | undefined
  onWithdraw: (invitation: Invitation) => void
  onClose: () => void
}

/** The invitations that wait; nothing if there are none. */
export function InvitationsPanel({ deniedReason, withdrawn, onWithdraw, onClose }: Props) {
  const t = useText('team')
  const read = useRead(teamContract.invitations, {})
  const columns = useColumns()
  const refresh = [teamContract.invitations]
  const resend = useWrite(teamContract.resend, { refresh, done: t('invitationSent') })
  const withdraw = useWrite(teamContract.withdraw, { refresh, done: t('withdrawn') })
  if (!read.data || read.data.total === 0) return null
  return (
    <Stack gap="3">
      <Heading as="h2" size="lg" fontWeight="600">
        {t('invitations')}
      </Heading>
      <Text color="fg.muted">{t('invitationsHint')}</Text>
      <DataTable
        label={t('invitations')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ email }) => email}
        read={read}
        actions={(invitation) =>
          deniedReason !== undefined
            ? []
            : [
                {
                  id: 'resend',
                  label: t('resend'),
                  onSelect: () => resend.mutate({ params: { id: invitation.id } }),
                },
                { id: 'withdraw', label: t('withdraw'), danger: true, onSelect: () => onWithdraw(invitation) },
              ]
        }
      />
      <RemoveDialog
        item={withdrawn}
        title={({ email }) => t('withdrawTitle', { email })}
        hint={t('withdrawHint')}
        confirm={t('withdraw')}
        busy={withdraw.isPending}
        onRemove={({ id }) => withdraw.mutate({ params: { id } }, { onSettled: onClose })}
        onClose={onClose}
      />
    </Stack>
  )
}

function useColumns(): Column<Invitation>[] {
  const t = useText('team')
  return useMemo(
    () => [
      { id: 'email', header: t('email'), main: true, cell: ({ email }) => email },
      { id: 'role', header: t('role'), cell: ({ role }) => t(role) },
      { id: 'sent', header: t('sent'), cell: ({ sentAt }) => (sentAt ? formatDateTime(sentAt) : t('notSent')) },
      {
        id: 'expires',
        header: t('expires'),
        cell: ({ isExpired, expiresAt }) =>
          isExpired ? t('expired', { at: formatDate(expiresAt) }) : formatDate(expiresAt),
      },
    ],
    [t],
  )
}
