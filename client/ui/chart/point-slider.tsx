import { Box, type BoxProps } from '@chakra-ui/react'
import { type UseParentSizeConfig, useParentSize } from '@visx/responsive'
import type { ReactNode } from 'react'
import { nextSliderPoint } from './next-point.ts'

type Props = Omit<BoxProps, 'onChange'> & {
  /** The description of the chart, for screen readers. */
  label: string
  /** The values of the chosen point, in words. */
  reading: string
  at: number
  count: number
  /** The index that a key leads to; undefined for another key. The default is `nextSliderPoint`. */
  next?: (key: string) => number | undefined
  onAt: (at: number) => void
}

/** Makes the points of a drawing reachable by keyboard and readable by screen readers. */
export function PointSlider({ label, reading, at, count, next, onAt, ...rest }: Props) {
  return (
    <Box
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={at + 1}
      aria-valuetext={reading}
      focusVisibleRing="outside"
      borderRadius="l2"
      onKeyDown={(event) => {
        // The browser uses the same keys with a modifier, for example Alt and an arrow to go back.
        if (event.altKey || event.ctrlKey || event.metaKey) return
        const target = next ? next(event.key) : nextSliderPoint(event.key, at, count)
        if (target === undefined) return
        event.preventDefault()
        onAt(target)
      }}
      {...rest}
    />
  )
}

/** A constant, because another list of dimensions for each render would restart the measurement before it ends. */
const widthOnly: UseParentSizeConfig = { debounceTime: 50, ignoreDimensions: ['height', 'top', 'left'] }

type ChartProps = Omit<Props, 'height' | 'children'> & {
  height: string
  /** The drawing at a width in pixels. */
  children: (width: number) => ReactNode
}

/** A `PointSlider` around a drawing that is as wide as the place for it. */
export function PointChart({ height, children, ...slider }: ChartProps) {
  const { parentRef, width } = useParentSize(widthOnly)
  return (
    <PointSlider {...slider}>
      <Box ref={parentRef} height={height} overflow="hidden">
        {width > 0 && children(width)}
      </Box>
    </PointSlider>
  )
}
