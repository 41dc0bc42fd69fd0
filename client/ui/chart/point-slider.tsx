import { Box, type BoxProps } from '@chakra-ui/react'

type Props = Omit<BoxProps, 'onChange'> & {
  /** What the chart shows, for screen readers. */
  label: string
  /** The values of the chosen point, in words. */
  reading: string
  at: number
  count: number
  /** The index that a key leads to; undefined for another key. */
  next: (key: string) => number | undefined
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
        const target = next(event.key)
        if (target === undefined) return
        event.preventDefault()
        onAt(target)
      }}
      {...rest}
    />
  )
}
