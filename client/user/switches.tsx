import { Switch } from '@chakra-ui/react'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useControlledCheckbox } from '#client/ui/form/use-controlled-checkbox.ts'
import { type ManagedUser, userContract } from '#shared/user/contract.ts'

const refresh = [userContract.list]

/** Whether the user may sign in. The switch shows the server's state, so it changes after a successful call. */
export function ActiveSwitch({ user: { id, username, blocked } }: { user: ManagedUser }) {
  const t = useText('user')
  const done = blocked ? t('unblocked', { name: username }) : t('blocked', { name: username })
  const block = useWrite(userContract.switchBlocked, { refresh, done })
  return (
    <Toggle
      label={t('activeNamed', { name: username })}
      on={!blocked}
      word={blocked ? t('inactive') : t('active')}
      busy={block.isPending}
      onToggle={() => block.mutate({ params: { id }, body: { blocked: !blocked } })}
    />
  )
}

/** Whether the e-mail counts as confirmed. */
export function ConfirmedSwitch({ user: { id, username, confirmed } }: { user: ManagedUser }) {
  const t = useText('user')
  const confirm = useWrite(userContract.update, { refresh, done: t('changed') })
  return (
    <Toggle
      label={t('confirmedNamed', { name: username })}
      on={confirmed}
      word={confirmed ? t('confirmedYes') : t('confirmedNo')}
      busy={confirm.isPending}
      onToggle={() => confirm.mutate({ params: { id }, body: { confirmed: !confirmed } })}
    />
  )
}

type Props = { label: string; on: boolean; word: string; busy: boolean; onToggle: () => void }

function Toggle({ label, on, word, busy, onToggle }: Props) {
  const input = useControlledCheckbox(on)
  return (
    <Switch.Root checked={on} disabled={busy} onCheckedChange={onToggle} size="sm">
      <Switch.HiddenInput ref={input} aria-label={label} />
      <Switch.Control />
      <Switch.Label fontWeight="normal">{word}</Switch.Label>
    </Switch.Root>
  )
}
