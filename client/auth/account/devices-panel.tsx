import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react'
import { LuMonitor, LuSmartphone } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { useCountryName } from '#client/ui/form/country-field.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { authContract, type SignedInDevice } from '#shared/auth/contract.ts'

const refresh = [authContract.devices]

/** Lists the browsers in which the account is signed in, each with a button to sign it out. */
export function DevicesPanel() {
  const t = useText('auth')
  const devices = useRead(authContract.devices, {}, { quiet: true })
  const endOthers = useWrite(authContract.endOthers, { refresh, done: t('othersEnded') })
  const hasOthers = devices.data?.some(({ current }) => !current) ?? false
  return (
    <Panel title={t('devicesTitle')} maxWidth="2xl">
      <Text color="fg.muted">{t('devicesHint')}</Text>
      {!devices.data && <LoadState read={devices} height="16" />}
      <Stack as="ul" gap="0" listStyleType="none" aria-label={t('devicesTitle')}>
        {devices.data?.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </Stack>
      {hasOthers && (
        <Button variant="outline" alignSelf="start" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
          {t('endOthers')}
        </Button>
      )}
    </Panel>
  )
}

const phoneSystems = ['Android', 'iOS']

function Device({ device }: { device: SignedInDevice }) {
  const t = useText('auth')
  const countryName = useCountryName()
  const end = useWrite(authContract.endDevice, { refresh, done: t('deviceEnded') })
  const { id, browser, os, city, country, startedAt, lastUsedAt, current } = device
  const name = browser && os ? t('deviceOn', { browser, os }) : browser || os || t('unknownDevice')
  const place = [city, country && countryName(country)].filter(Boolean).join(', ') || t('unknownPlace')
  const Icon = phoneSystems.includes(os) ? LuSmartphone : LuMonitor
  return (
    <Flex as="li" gap="3" align="center" wrap="wrap" paddingBlock="3" borderTopWidth="1px">
      <Icon aria-hidden size="20" />
      <Box flex="1 1 12rem" minWidth="0">
        <Text fontWeight="600">{name}</Text>
        <Flex wrap="wrap" columnGap="3" textStyle="sm" color="fg.muted">
          {[
            place,
            t('lastUsed', { at: formatDateTime(lastUsedAt) }),
            t('signedInAt', { at: formatDateTime(startedAt) }),
          ].map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </Flex>
      </Box>
      {current ? (
        <StatusChip tone="good">{t('thisDevice')}</StatusChip>
      ) : (
        <Button
          size="sm"
          variant="outline"
          aria-label={t('endDeviceNamed', { device: name })}
          loading={end.isPending}
          onClick={() => end.mutate({ params: { id } })}
        >
          {t('endDevice')}
        </Button>
      )}
    </Flex>
  )
}
