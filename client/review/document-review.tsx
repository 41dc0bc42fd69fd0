import { SimpleGrid, Stack } from '@chakra-ui/react'
import type { ComponentProps, ReactNode } from 'react'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { DocumentPreview } from '#client/ui/layout/document-preview.tsx'

type Props = ComponentProps<typeof DocumentPreview> & {
  /** The details to compare with the document. */
  facts: ComponentProps<typeof DescriptionList>['facts']
  /** The decision buttons, beside the document and the details. */
  children?: ReactNode
}

/** A document beside the details that it must prove. */
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
