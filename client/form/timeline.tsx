import { Box, Flex, Stack, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { completeStructure, timelineOf } from '#shared/form/rules.ts'
import type { EditableSection } from './draft.ts'

/** The sections in their order, with their questions. */
export function Timeline({ sections }: { sections: readonly EditableSection[] }) {
  const t = useText('form')
  const language = useLanguage()
  const named = completeStructure({ name: '', custom_id_label: '', sections: [...sections] }, () => '', language)
  return (
    <Stack as="ol" listStyleType="none" gap="3" aria-label={t('timeline')}>
      {timelineOf(named.sections).map(({ id, name, questions, required, sensors }, index) => (
        <Flex as="li" key={id} gap="3">
          <Box
            flexShrink="0"
            boxSize="6"
            borderWidth="1px"
            borderRadius="full"
            textAlign="center"
            textStyle="xs"
            lineHeight="1.4rem"
            aria-hidden
          >
            {index + 1}
          </Box>
          <Box minWidth="0">
            <Text fontWeight="600" overflowWrap="anywhere">
              {name}
            </Text>
            <Text textStyle="sm" color="fg.muted">
              {[
                t('asked', { count: questions }),
                required > 0 && t('requiredOf', { count: required }),
                sensors > 0 && t('recorded', { count: sensors }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Box>
        </Flex>
      ))}
    </Stack>
  )
}
