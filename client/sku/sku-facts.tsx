import { Flex, Image, Stack, Text } from '@chakra-ui/react'
import { fileUrl } from '#client/core/files/file-url.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { ReviewChip } from '#client/review/review-chip.tsx'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { DocumentLink } from '#client/ui/layout/document-preview.tsx'
import type { Sku } from '#shared/sku/contract.ts'

/** The expanded details of a product: images, details in their order, certificates with their status. */
export function SkuFacts({ product }: { product: Sku }) {
  const t = useText('sku')
  const { images, sku_details, sku_details_order } = product.details
  const { certificates } = product
  return (
    <Stack gap="5">
      <Section title={t('gtin')} empty={product.gtin === null}>
        <Text fontVariantNumeric="tabular-nums">{product.gtin}</Text>
      </Section>
      <Section title={t('images')} empty={images.length === 0}>
        <Flex gap="3" wrap="wrap">
          {images.map((image) => (
            <Image
              key={image.hash}
              src={fileUrl(image)}
              alt={image.name}
              boxSize="24"
              objectFit="cover"
              borderWidth="1px"
            />
          ))}
        </Flex>
      </Section>
      <Section title={t('specifications')} empty={sku_details_order.length === 0}>
        <DescriptionList facts={sku_details_order.map((key) => [key, sku_details[key]])} />
      </Section>
      <Section title={t('certificates')} empty={certificates.length === 0}>
        <Stack gap="2">
          {certificates.map((certificate) => (
            <Flex key={certificate.id} gap="3" align="center" wrap="wrap">
              <Text>
                {certificate.type}: {certificate.title}
              </Text>
              <ReviewChip status={certificate.status} />
              <DocumentLink file={certificate} />
              {certificate.review_note && <Text color="fg.muted">{certificate.review_note}</Text>}
            </Flex>
          ))}
        </Stack>
      </Section>
    </Stack>
  )
}

function Section({ title, empty, children }: { title: string; empty: boolean; children: React.ReactNode }) {
  const t = useText('sku')
  return (
    <Stack gap="2">
      <Text fontWeight="600">{title}</Text>
      {empty ? <Text color="fg.muted">{t('none')}</Text> : children}
    </Stack>
  )
}
