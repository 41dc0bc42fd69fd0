import { Skeleton, Table } from '@chakra-ui/react'

/** Placeholder rows with the height of real rows, so that the layout does not move. */
export function SkeletonRows({ columns }: { columns: number }) {
  return [1, 2, 3, 4, 5].map((row) => (
    <Table.Row key={row} bg="transparent">
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
        <Table.Cell key={column}>
          <Skeleton height="5" />
        </Table.Cell>
      ))}
    </Table.Row>
  ))
}
