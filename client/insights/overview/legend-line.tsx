import { chakra } from '@chakra-ui/react'
import { markPath, type series } from './series.ts'

type Props = Omit<(typeof series)[number], 'name'> & {
  /** The name of the line in a saved image; without it, the image has no entry for the line. */
  name?: string
}

/** A piece of a line with its mark, for the legend. The important sizes are stronger than those of icons in buttons. */
export function LegendLine({ name, color, dash, mark }: Props) {
  return (
    <chakra.svg width="32px!" height="12px!" viewBox="0 0 32 12" color={color} aria-hidden data-legend={name}>
      <line x1="0" x2="32" y1="6" y2="6" stroke="currentColor" strokeWidth="2" strokeDasharray={dash} />
      <path d={markPath(mark, 16, 6)} fill="currentColor" />
    </chakra.svg>
  )
}
