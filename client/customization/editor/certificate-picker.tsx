import { Fieldset, Flex, Stack, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { ReviewChip } from '#client/review/review-chip.tsx'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import { isApprovedCertificate } from '#shared/customization/rules.ts'
import type { Certificate } from '#shared/sku/contract.ts'
import { useEditor } from './editor-context.ts'

/** Selects the product's certificates that its page shows. Only approved ones can be selected. */
export function CertificatePicker() {
  const t = useText('editor')
  const { draft, change, state, issueAt } = useEditor()
  const chosen = new Set(draft.certificates.map(({ id }) => id))
  const choose = ({ status: _, ...certificate }: Certificate, checked: boolean) => {
    const others = draft.certificates.filter(({ id }) => id !== certificate.id)
    change({ do: 'set', set: { certificates: checked ? [...others, certificate] : others } })
  }
  const wrong = issueAt('certificates')
  return (
    <Fieldset.Root>
      <Fieldset.Legend>{t('certificates')}</Fieldset.Legend>
      <Stack gap="2">
        {state.certificates.length === 0 && (
          <Text textStyle="sm" color="fg.muted">
            {t('noCertificates')}
          </Text>
        )}
        {state.certificates.map((certificate) => (
          <Flex key={certificate.id} gap="3" align="center" wrap="wrap">
            <LabelledCheckbox
              checked={chosen.has(certificate.id)}
              // A selected certificate that is no longer approved can still be removed.
              disabled={!isApprovedCertificate(certificate) && !chosen.has(certificate.id)}
              onChange={(on) => choose(certificate, on)}
              input={{ name: 'certificates' }}
            >
              {certificate.type} · {certificate.title}
            </LabelledCheckbox>
            <ReviewChip status={certificate.status} />
          </Flex>
        ))}
        {wrong && <Text color="fg.error">{wrong}</Text>}
      </Stack>
    </Fieldset.Root>
  )
}
