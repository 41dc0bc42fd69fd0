import { Flex, Stack, Switch, Text } from '@chakra-ui/react'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { weeklySummaryContract } from '#shared/insights/weekly-summary-contract.ts'

const { timeZone: ownZone } = Intl.DateTimeFormat().resolvedOptions()

/** Switches the weekly summary by mail. It is written in the time zone of the device that switched it on. */
export function WeeklySummarySetting() {
  const t = useText('notification')
  const viewer = useViewer()
  const settings = useRead(weeklySummaryContract.settings, {})
  const save = useWrite(weeklySummaryContract.saveSettings, {
    done: t('saved'),
    refresh: [weeklySummaryContract.settings],
  })
  const chosen = settings.data
  const zone = (chosen?.on && chosen.timeZone) || ownZone
  return (
    <Panel as="div" maxWidth="2xl">
      {!chosen ? (
        <LoadState read={settings} height="16" />
      ) : (
        <Switch.Root
          checked={chosen.on}
          disabled={viewer?.demo === true || save.isPending}
          onCheckedChange={({ checked }) => save.mutate({ body: { on: checked, timeZone: ownZone } })}
          alignItems="start"
          width="full"
        >
          <Flex justify="space-between" gap="4" width="full">
            <Switch.Label fontWeight="normal">
              <Stack gap="1">
                <Text fontWeight="600">{t('digest')}</Text>
                <Text color="fg.muted" textStyle="sm">
                  {t('digestHint', { zone: zone.replaceAll('_', ' ') })}
                </Text>
              </Stack>
            </Switch.Label>
            <Switch.HiddenInput />
            <Switch.Control marginTop="1" />
          </Flex>
        </Switch.Root>
      )}
    </Panel>
  )
}
