import { Link as ChakraLink } from '@chakra-ui/react'
import { useCallback } from 'react'
import { Link } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { DocumentPreview } from '#client/ui/layout/document-preview.tsx'
import type { VerdictCase } from '#shared/verdict/contract.ts'
import { caseText } from '#shared/verdict/reason-text.ts'

/** How the state of a case is shown. */
export const caseTones = { open: 'bad', acknowledged: 'wait', closed: 'good' } as const

/** What happened, in the words of the brand; for a report, those of the shopper. */
export function useCaseTitle(): (row: VerdictCase) => string {
  const t = useText('verdict')
  const language = useLanguage()
  return useCallback((row) => caseText(row, language, t('reported')), [t, language])
}

/** A code that opens its card. */
function CodeLink({ code }: { code: string }) {
  return (
    <ChakraLink asChild textDecoration="underline" fontFamily="mono" overflowWrap="anywhere">
      <Link to={`/code?a=${code}`}>{code}</Link>
    </ChakraLink>
  )
}

export function CaseFacts({ row }: { row: VerdictCase }) {
  const t = useText('verdict')
  const { report } = row
  return (
    <DescriptionList
      facts={[
        [t('code'), <CodeLink key="code" code={row.code} />],
        [t('order'), row.order_id],
        [t('sku'), `${row.sku.name} (${row.sku.sku})`],
        ...(row.note ? [[t('note'), row.note] as const] : []),
        ...(report
          ? [
              [t('reference'), row.reference] as const,
              [t('shop'), report.shop] as const,
              [t('place'), report.place] as const,
              [t('what'), report.note] as const,
              [t('photo'), report.photo && <DocumentPreview key="photo" file={report.photo} isPrivate />] as const,
            ]
          : []),
      ]}
    />
  )
}
