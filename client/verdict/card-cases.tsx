import { Box, Link as ChakraLink, Flex, Stack, Text } from '@chakra-ui/react'
import { Link } from 'react-router'
import { formatDate } from '#client/core/format/date.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import type { CodeCard } from '#shared/verdict/code-card.ts'
import { caseText } from '#shared/verdict/reason-text.ts'
import { caseTones } from './case-facts.tsx'

/** The newest alerts of a code. */
export function CardCases({ cases }: { cases: CodeCard['cases'] }) {
  const t = useText('verdict')
  const tCard = useText('codeCard')
  const language = useLanguage()
  return (
    <PageSection title={tCard('cases')} gap="3">
      {cases.length === 0 ? (
        <Text color="fg.muted">{tCard('casesNone')}</Text>
      ) : (
        <Stack gap="2">
          {cases.map((one) => (
            <Flex key={one.id} gap="3" wrap="wrap" align="center">
              <StatusChip tone={caseTones[one.state]}>{t(one.state)}</StatusChip>
              <Text color="fg.muted">{formatDate(one.createdAt)}</Text>
              <Box flex="1" minWidth="12rem">
                <ChakraLink asChild textDecoration="underline">
                  <Link to={`/alerts?search=${one.id}`}>{caseText(one, language, t('reported'))}</Link>
                </ChakraLink>
              </Box>
            </Flex>
          ))}
        </Stack>
      )}
    </PageSection>
  )
}
