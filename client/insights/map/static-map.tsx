import { chakra } from '@chakra-ui/react'
import { useMemo } from 'react'
import { levelFill } from './map-colors.ts'
import { initialView, type Marker, markersAt, type PlaceIndex, shareLevel } from './place-clusters.ts'
import { bordersPath, landPath, picture, project } from './world.ts'

type Props = { index: PlaceIndex; label: string; shares: boolean; titleOf: (marker: Marker) => string }

/** A picture of the world with the places, for devices that cannot draw the interactive map. */
export function Component({ index, label, shares, titleOf }: Props) {
  const paths = useMemo(() => ({ land: landPath(), borders: bordersPath() }), [])
  const markers = useMemo(() => markersAt(index, initialView.zoom), [index])
  return (
    <chakra.svg
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      role="img"
      aria-label={label}
      width="full"
      display="block"
      data-static-map
      data-chart=""
    >
      <chakra.path d={paths.land} fill="bg.muted" />
      <chakra.path d={paths.borders} fill="none" stroke="border.emphasized" strokeWidth="0.5" />
      {markers.map((marker) => {
        const [x, y] = project([marker.lng, marker.lat])
        return (
          <chakra.circle
            key={marker.key}
            cx={x}
            cy={y}
            r={4 + Math.log10(marker.places) * 3}
            fill={shares ? levelFill(shareLevel(marker)) : 'primary.solid'}
            stroke="fg"
            strokeWidth="0.75"
          >
            <title>{titleOf(marker)}</title>
          </chakra.circle>
        )
      })}
    </chakra.svg>
  )
}
