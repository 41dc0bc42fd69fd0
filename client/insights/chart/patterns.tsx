/** Patterns that differ without color: the lines have the color of the area, the background is its light tone. */
const drawings = [
  undefined,
  'M-2 2l4-4M0 8l8-8M6 10l4-4',
  'M2 2h.01M6 6h.01',
  'M0 4h8',
  'M4 0v8M0 4h8',
  'M-2 6l4 4M0 0l8 8M6-2l4 4',
] as const

export const patternCount = drawings.length

/** Definitions for `fill="url(#...)"`: `<id>-0` is solid. The classes `ink-<n>` and `tint-<n>` are colored by the chart. */
export function PatternDefs({ id }: { id: string }) {
  return (
    <defs>
      {drawings.map((path, index) => (
        <pattern key={path ?? 'solid'} id={`${id}-${index}`} width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" className={path ? `tint-${index}` : `ink-${index}`} />
          {path && (
            <path
              d={path}
              className={`line-${index}`}
              fill="none"
              strokeWidth={index === 2 ? 3 : 2}
              strokeLinecap={index === 2 ? 'round' : 'butt'}
            />
          )}
        </pattern>
      ))}
    </defs>
  )
}

/** The styles of the patterns in the colors of a palette each. */
export const patternStyles = Object.fromEntries(
  ['green', 'blue', 'orange', 'gray', 'red', 'green'].flatMap((color, index) => [
    [`& .ink-${index}`, { fill: `${color}.solid` }],
    [`& .tint-${index}`, { fill: `${color}.subtle` }],
    [`& .line-${index}`, { stroke: `${color}.solid` }],
  ]),
)
