import { chakra } from '@chakra-ui/react'

/** Pixels. */
const [width, height] = [96, 28]

/** A number over time, without axes. Hidden from screen readers, because the number, its change and the charts say the same. */
export function CountLine({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  const max = Math.max(1, ...values)
  const points = values
    .map((value, index) => `${(index / (values.length - 1)) * width},${height - 2 - (value / max) * (height - 4)}`)
    .join(' ')
  return (
    <chakra.svg
      viewBox={`0 0 ${width} ${height}`}
      width={`${width}px`}
      height={`${height}px`}
      flexShrink="0"
      color="primary.solid"
      aria-hidden
    >
      <polyline points={points} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    </chakra.svg>
  )
}
