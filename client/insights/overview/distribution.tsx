import { SimpleGrid } from '@chakra-ui/react'
import { HeatMap } from '#client/insights/chart/heat-map.tsx'
import { SystemsDonut } from '#client/insights/chart/systems-donut.tsx'
import type { Insights } from '#shared/insights/contract.ts'

/** The scans by hour and by operating system. Loaded after the activity chart. */
export function Component({ data, file }: { data: Insights | undefined; file: string }) {
  return (
    <SimpleGrid columns={{ base: 1, xl: 2 }} gap="6" alignItems="start">
      <HeatMap weekly={data?.weeklyActivity} file={file} />
      <SystemsDonut os={data?.os} file={file} />
    </SimpleGrid>
  )
}
