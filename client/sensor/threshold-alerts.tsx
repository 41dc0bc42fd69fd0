import { Button, Dialog as Chakra, Portal, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { LuTriangleAlert } from 'react-icons/lu'
import { Link } from 'react-router'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { formatReading } from '#client/readings/format-reading.ts'
import { useMountOnOpen } from '#client/ui/dialog/use-mount-on-open.ts'
import { sensorContract } from '#shared/sensor/contract.ts'
import { sideOf } from '#shared/sensor/limits.ts'
import { logPath } from './columns.tsx'

/** The sensors whose alert was closed since the page was loaded. */
const closed = new Set<string>()

/** One alert dialog for each sensor whose latest average is at or above its threshold or below its minimum, once for each visit. */
export function ThresholdAlerts() {
  const t = useText('sensor')
  const outside = useRead(sensorContract.list, { query: { outside: 'true', limit: 50 } }, { quiet: true })
  const [, setClosed] = useState(0)
  const waiting = (outside.data?.rows ?? []).filter(({ id }) => !closed.has(id))
  const sensor = waiting[0]
  const { isMounted, open } = useMountOnOpen(sensor !== undefined)
  const close = (ids: readonly string[]) => {
    for (const id of ids) closed.add(id)
    setClosed(closed.size)
  }
  if (!isMounted || !sensor) return null
  const { id, name, type, location, unit, average, threshold, minimum } = sensor
  const value = average[0]?.value ?? 0
  const isBelow = sideOf(value, { limit: threshold, minimum }) === 'below'
  const formatted = {
    average: formatReading(value, unit),
    limit: formatReading((isBelow ? minimum : threshold) ?? 0, unit),
  }
  return (
    <Chakra.Root
      key={id}
      role="alertdialog"
      open={open}
      onOpenChange={(change) => !change.open && close([id])}
      placement="center"
      size="sm"
    >
      <Portal>
        <Chakra.Backdrop />
        <Chakra.Positioner>
          <Chakra.Content marginInline="4">
            <Chakra.Header color="fg.error" alignItems="center" gap="2">
              <LuTriangleAlert aria-hidden />
              <Chakra.Title fontFamily="heading" textStyle="xl">
                {t(isBelow ? 'alertTitleBelow' : 'alertTitle')}
              </Chakra.Title>
            </Chakra.Header>
            <Chakra.Body>
              <Stack gap="2">
                <Chakra.Description asChild>
                  <Text fontWeight="600" overflowWrap="anywhere">
                    {t(isBelow ? 'alertBelow' : 'alert', { type: t(type).toLowerCase(), location: location || name })}
                  </Text>
                </Chakra.Description>
                <Text color="fg.muted" overflowWrap="anywhere">
                  {name}.{' '}
                  {isBelow
                    ? t('alertReadingBelow', { average: formatted.average, minimum: formatted.limit })
                    : t('alertReading', { average: formatted.average, threshold: formatted.limit })}
                </Text>
              </Stack>
            </Chakra.Body>
            <Chakra.Footer flexDirection={{ base: 'column', sm: 'row' }} alignItems="stretch">
              {waiting.length > 1 && (
                <Button variant="ghost" onClick={() => close(waiting.map((one) => one.id))}>
                  {t('dismissAll', { count: waiting.length })}
                </Button>
              )}
              <Button asChild variant="outline" onClick={() => close([id])}>
                <Link to={logPath(sensor)}>{t('viewLog')}</Link>
              </Button>
              <Button onClick={() => close([id])}>{t('dismiss')}</Button>
            </Chakra.Footer>
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  )
}
