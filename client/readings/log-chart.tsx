import { Flex, Stack, Text } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { LuTriangleAlert } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { PointChart } from '#client/ui/chart/point-slider.tsx'
import { formatReading, rangeWord } from './format-reading.ts'
import type { Log } from './log.ts'
import { LogPlot } from './log-plot.tsx'
import { extremesOf } from './log-scale.ts'

type Props = { log: Log; name: string }

/** The readings as a line with the limits. Keys and the pointer move between the readings, which are read out. */
export function Component({ log, name }: Props) {
  const t = useText('sensor')
  const { logs, limit, minimum, unit, total } = log
  const [chosen, setChosen] = useState(logs.length - 1)
  // The number of readings changes with each refresh.
  const at = Math.min(chosen, logs.length - 1)
  const { lowest, highest } = useMemo(() => extremesOf(logs), [logs])
  const words = (index: number) => formatReading(logs[index]!.value, unit)
  const { createdAt, value } = logs[at]!
  const out = rangeWord(value, log)
  const reading = `${formatDateTime(createdAt)}: ${words(at)}${out ? `, ${t(out)}` : ''}`
  const summary = t('chartSummary', {
    name,
    count: formatNumber(total),
    min: words(lowest),
    max: words(highest),
    from: formatDateTime(logs[0]!.createdAt),
    to: formatDateTime(logs.at(-1)!.createdAt),
  })
  return (
    <Stack gap="3" minWidth="0">
      <Flex justify="space-between" gap="3" wrap="wrap">
        <Flex gap="4" wrap="wrap" color="fg.muted" textStyle="sm">
          <Text as="span">{t('lowest', { value: words(lowest) })}</Text>
          <Text as="span">{t('highest', { value: words(highest) })}</Text>
          {limit !== null && <Text as="span">{t('limit', { value: formatReading(limit, unit) })}</Text>}
          {minimum !== null && <Text as="span">{t('minimumOf', { value: formatReading(minimum, unit) })}</Text>}
        </Flex>
        <Flex
          gap="1.5"
          align="center"
          fontWeight="600"
          fontVariantNumeric="tabular-nums"
          {...(out && { color: 'fg.error' })}
        >
          {out && <LuTriangleAlert aria-hidden />}
          <Text as="span">
            {formatDateTime(createdAt)} · {words(at)}
          </Text>
        </Flex>
      </Flex>
      <PointChart label={summary} reading={reading} at={at} count={logs.length} onAt={setChosen} height="280px">
        {(width) => <LogPlot width={width} log={log} at={at} lowest={lowest} highest={highest} onAt={setChosen} />}
      </PointChart>
      {total > logs.length && (
        <Text textStyle="sm" color="fg.muted">
          {t('thinned', { total: formatNumber(total) })}
        </Text>
      )}
    </Stack>
  )
}
