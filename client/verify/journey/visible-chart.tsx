import { type ComponentType, useEffect, useState } from 'react'
import { loadChunk } from '#client/core/async/load-chunk.ts'
import { useInView } from '#client/core/async/use-in-view.ts'
import type { ChartProps } from './chart.tsx'

/**
 * Reserves the space of the chart, and loads it when it is close to the viewport, since most shoppers never see it. When the
 * connection fails, the page stays without it: the facts above and the table below it have the same numbers.
 */
export function VisibleChart(props: ChartProps) {
  const [space, isSeen] = useInView<HTMLDivElement>()
  const [Chart, setChart] = useState<ComponentType<ChartProps>>()
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (!isSeen) return
    loadChunk(() => import('./chart.tsx'), 'wait').then(
      ({ Chart }) => setChart(() => Chart),
      () => setMissing(true),
    )
  }, [isSeen])
  if (isMissing) return null
  return (
    <div className="chart scripted" ref={space}>
      {Chart && <Chart {...props} />}
    </div>
  )
}
