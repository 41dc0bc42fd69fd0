import { Checkbox, Table, Text } from '@chakra-ui/react'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { hasAccess } from '#shared/core/api/access.ts'
import { notificationContract, notificationKinds } from '#shared/notification/contract.ts'
import { WeeklySummarySetting } from './weekly-summary-setting.tsx'

const channels = ['bell', 'mail'] as const

/** Chooses, for each kind of event, how the account is notified. Each choice is saved at once. */
export function Component() {
  const t = useText('notification')
  const viewer = useViewer()
  const settings = useRead(notificationContract.settings, {})
  const save = useWrite(notificationContract.saveSettings, {
    done: t('saved'),
    refresh: [notificationContract.settings],
  })
  const chosen = settings.data
  // Decisions are about documents of the merchant's own account.
  const kinds = notificationKinds.filter((kind) => kind !== 'decision' || hasAccess('merchant', viewer?.role))
  return (
    <Page title={t('settingsTitle')} description={t('settingsHint')}>
      <Panel as="div" maxWidth="2xl">
        {!chosen ? (
          <LoadState read={settings} height="48" />
        ) : (
          <Table.Root aria-label={t('settingsTitle')} variant="line">
            <Table.Header>
              <Table.Row bg="transparent">
                <Table.ColumnHeader>{t('event')}</Table.ColumnHeader>
                {channels.map((channel) => (
                  <Table.ColumnHeader key={channel} textAlign="center" width="28">
                    {t(channel)}
                  </Table.ColumnHeader>
                ))}
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {kinds.map((kind) => (
                <Table.Row key={kind} bg="transparent">
                  <Table.Cell>
                    <Text fontWeight="600">{t(kind)}</Text>
                    <Text color="fg.muted" textStyle="sm">
                      {t(`${kind}Hint`)}
                    </Text>
                  </Table.Cell>
                  {channels.map((channel) => (
                    <Table.Cell key={channel} textAlign="center">
                      <Checkbox.Root
                        checked={chosen[kind][channel]}
                        disabled={viewer?.demo === true || save.isPending}
                        aria-label={`${t(kind)}: ${t(channel)}`}
                        onCheckedChange={({ checked }) =>
                          save.mutate({
                            body: { ...chosen, [kind]: { ...chosen[kind], [channel]: checked === true } },
                          })
                        }
                      >
                        <Checkbox.HiddenInput aria-label={`${t(kind)}: ${t(channel)}`} />
                        <Checkbox.Control />
                      </Checkbox.Root>
                    </Table.Cell>
                  ))}
                </Table.Row>
              ))}
            </Table.Body>
          </Table.Root>
        )}
      </Panel>
      <WeeklySummarySetting />
    </Page>
  )
}
