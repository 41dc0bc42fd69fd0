import { Heading, Stack, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { useTitle } from '#client/ui/layout/page.tsx'
import type { TextKey } from '#shared/core/i18n/define-text.ts'
import type { legalText } from '#shared/legal/text.ts'

type Word = TextKey<typeof legalText>
type Props = { title: Word; sections: readonly (readonly [heading: Word, words: Word])[] }

/** A legal text: a heading, and sections of one paragraph. */
export function LegalPage({ title, sections }: Props) {
  const t = useText('legal')
  useTitle(t(title))
  return (
    <Stack as="article" gap="6" maxWidth="68ch" width="full" marginInline="auto">
      <Heading as="h1" size={{ base: '2xl', md: '3xl' }} fontWeight="600">
        {t(title)}
      </Heading>
      {sections.map(([heading, words]) => (
        <Stack key={heading} gap="2">
          <Heading as="h2" size="lg" fontWeight="600">
            {t(heading)}
          </Heading>
          <Text whiteSpace="pre-line">{t(words)}</Text>
        </Stack>
      ))}
    </Stack>
  )
}
