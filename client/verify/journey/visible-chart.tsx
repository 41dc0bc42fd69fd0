import { type ComponentType, useEffect, useRef, useState } from 'react'
import { loadChunk } from '#client/core/async/load-chunk.ts'
import type { ChartProps } from './chart.tsx'

/**
 * Reserves the space of the chart, and loads it when it is close to the viewport, since most shoppers never see it. When the
 * connection fails, the page stays without it: the facts above and the table below it have the same numbers.
 */
export function VisibleChart(props: ChartProps) {
  const space = useRef<HTMLDivElement>(null)
  const [Chart, setChart] = useState<ComponentType<ChartProps>>()
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        loadChunk(() => import('./chart.tsx'), 'wait').then(
          ({ Chart }) => setChart(() => Chart),
          () => setMissing(true),
        )
      },
      { rootMargin: '100px' },
    )
    observer.observe(space.current!)
    return () => observer.disconnect()
  }, [])
  if (isMissing) return null
  return (
    <div className="chart scripted" ref={space}>
      {Chart && <Chart {...props} />}
    </div>
  )
}
