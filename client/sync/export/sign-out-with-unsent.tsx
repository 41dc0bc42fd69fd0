import { Button, Field, Heading, Input, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTask } from '#client/core/async/use-task.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { OfflineEngine } from '#client/core/offline/engine.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { ConfirmDownload } from './confirm-download.tsx'
import { useExportAndDiscard } from './use-export-and-discard.ts'

type Common = { count: number; onLeave: () => void; onStay: () => void }
type Props = Common & { engine: OfflineEngine }

/** The dialog before a sign-out with unsent work. `engine`: undefined if a newer version in another tab has closed the data. */
export function Component({ engine, ...common }: Common & { engine: OfflineEngine | undefined }) {
  return engine ? <WithData engine={engine} {...common} /> : <WithClosedData {...common} />
}

/** The newer version can send the work, save it to a file, or discard it. */
function WithClosedData({ count, onLeave, onStay }: Common) {
  const t = useText('sync')
  return (
    <Panel maxWidth="lg" marginInline="auto">
      <Stack gap="5">
        <Heading as="h1" size="2xl">
          {t('leaveTitle')}
        </Heading>
        <Text>{t('leaveHint', { count })}</Text>
        <InlineAlert status="warning">{t('leaveReload')}</InlineAlert>
        <Button onClick={() => location.reload()}>{t('reload')}</Button>
        <KeepButton onLeave={onLeave} />
        <Button variant="ghost" onClick={onStay}>
          {t('stay')}
        </Button>
      </Stack>
    </Panel>
  )
}

function WithData({ engine, count, onLeave, onStay }: Props) {
  const exportAndDiscard = useExportAndDiscard(engine, onLeave)
  return (
    <Panel maxWidth="lg" marginInline="auto">
      {exportAndDiscard.saved ? (
        <ConfirmDownload exportAndDiscard={exportAndDiscard} saved={exportAndDiscard.saved} />
      ) : (
        <SignOutOptions
          engine={engine}
          count={count}
          onLeave={onLeave}
          onStay={onStay}
          onSave={exportAndDiscard.save}
        />
      )}
    </Panel>
  )
}

function SignOutOptions({ engine, count, onLeave, onStay, onSave }: Props & { onSave: () => Promise<void> }) {
  const t = useText('sync')
  const [hasFailed, setFailed] = useState(false)
  const [typed, setTyped] = useState('')

  const send = useTask(async () => {
    setFailed(false)
    await engine.sendNow()
    if ((await engine.db.outbox.count()) === 0) onLeave()
    else setFailed(true)
  })
  const saveAndDiscard = useTask(onSave)

  return (
    <Stack gap="5">
      <Heading as="h1" size="2xl">
        {t('leaveTitle')}
      </Heading>
      <Text>{t('leaveHint', { count })}</Text>
      {hasFailed && <InlineAlert status="warning">{t('leaveFailed')}</InlineAlert>}
      <Button loading={send.isPending} onClick={() => send.mutate()}>
        {t('leaveSend')}
      </Button>
      <KeepButton onLeave={onLeave} />
      <Stack gap="2">
        <Field.Root>
          <Field.Label>{t('leaveCount')}</Field.Label>
          <Input inputMode="numeric" value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Field.Root>
        <Button
          variant="outline"
          colorPalette="red"
          disabled={typed.trim() !== String(count)}
          loading={saveAndDiscard.isPending}
          onClick={() => saveAndDiscard.mutate()}
        >
          {t('leaveExport')}
        </Button>
      </Stack>
      <Button variant="ghost" onClick={onStay}>
        {t('stay')}
      </Button>
    </Stack>
  )
}

function KeepButton({ onLeave }: Pick<Props, 'onLeave'>) {
  const t = useText('sync')
  return (
    <Stack gap="1">
      <Button variant="outline" onClick={onLeave}>
        {t('leaveKeep')}
      </Button>
      <Text textStyle="sm" color="fg.muted">
        {t('leaveKeepHint')}
      </Text>
    </Stack>
  )
}
