import { SimpleGrid, Stack } from '@chakra-ui/react'
import type { ComponentProps, ReactNode } from 'react'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { DocumentPreview } from '#client/ui/layout/document-preview.tsx'

type Props = ComponentProps<typeof DocumentPreview> & {
  /** What is to be compared with the document. */
  facts: ComponentProps<typeof DescriptionList>['facts']
  /** The decision, within reach of both. */
  children?: ReactNode
}

/** A document beside the facts that it has to prove. */
export function DocumentReview({ facts, children, ...preview }: Props) {
  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6">
      <DocumentPreview {...preview} />
      <Stack gap="5" align="start">
        <DescriptionList facts={facts} />
        {children}
      </Stack>
    </SimpleGrid>
  )
}
