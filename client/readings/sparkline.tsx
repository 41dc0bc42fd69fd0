import { chakra, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { formatReading } from './format-reading.ts'
import type { Log } from './log.ts'
import { extremesOf, logScales } from './log-scale.ts'

/** Pixels. */
const [width, height] = [128, 32]

/** A small line of the last 7 days. A text beside it has the lowest, the highest and the latest value. */
export function Sparkline({ logs, limit, minimum, unit }: Pick<Log, 'logs' | 'limit' | 'minimum' | 'unit'>) {
  const t = useText('sensor')
  if (logs.length === 0) {
    return (
      <Text as="span" color="fg.muted" textStyle="sm">
        {t('weekEmpty')}
      </Text>
    )
  }
  const { x, y } = logScales({ logs, limit, minimum }, { width, height })
  const { lowest, highest } = extremesOf(logs)
  const [min, max, latest] = [lowest, highest, logs.length - 1].map((at) => formatReading(logs[at]!.value, unit))
  const last = new Date(logs.at(-1)!.createdAt)
  const points = logs.map(({ createdAt, value }) => `${x(new Date(createdAt)).toFixed(1)} ${y(value).toFixed(1)}`)
  return (
    <>
      <chakra.svg
        width={`${width}px`}
        height={`${height}px`}
        display="block"
        overflow="visible"
        fill="none"
        aria-hidden
      >
        {[limit, minimum].map(
          (one) =>
            one !== null && (
              <chakra.path
                key={one}
                d={`M0 ${y(one).toFixed(1)}H${width}`}
                stroke="fg.error"
                strokeDasharray="3 3"
                opacity="0.7"
              />
            ),
        )}
        <chakra.path d={`M${points.join('L')}`} stroke="primary.solid" strokeWidth="1.5" strokeLinejoin="round" />
        {/* A single reading has no line. */}
        <chakra.circle cx={x(last)} cy={y(logs.at(-1)!.value)} r="2" fill="primary.solid" />
      </chakra.svg>
      <span className="said">{t('weekOf', { min: min!, max: max!, latest: latest! })}</span>
    </>
  )
}
