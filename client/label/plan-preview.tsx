import { Heading, Stack, Text } from '@chakra-ui/react'
import { useDeferredValue } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useOutdated } from '#client/core/http/use-outdated.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { Outdated } from '#client/ui/layout/outdated.tsx'
import { labelContract } from '#shared/label/contract.ts'
import { linesOfLabel, sheetsFor, slotsOf, smallModule } from '#shared/label/layout.ts'
import { sheets } from '#shared/label/sheets.ts'
import type { Order } from '#shared/order/contract.ts'
import type { LabelOptions, LabelPlan } from './label-options.ts'
import { LabelPreview, SheetPreview } from './label-preview.tsx'

type Props = { order: Order; choice: LabelOptions; plan: LabelPlan; labels: number; onStart: (start: number) => void }

/** Preview of the print: the first sheet or label, the number of sheets, and whether the codes can be read. */
export function PlanPreview({ order, choice, plan: { label, placement, text }, labels, onStart }: Props) {
  const t = useText('label')
  const { format, type } = choice
  const from = useDeferredValue(Math.max(1, Math.trunc(choice.from) || 1))
  const read = useRead(
    labelContract.sample,
    { params: { id: order.id }, query: { type, from } },
    { quiet: true, enabled: labels > 0 },
  )
  const isOutdated = useOutdated(read)
  const sample = read.data
  const sheet = sheets[choice.sheet]
  const start = Math.min(choice.start, slotsOf(sheet))
  // The following numbers are only known when no code is left out.
  const serialOf = (at: number) => {
    if (at === 0 && sample!.own_serial !== null) return sample!.own_serial
    return at === 0 || (type === 'all' && !order.ownSerials) ? String(sample!.serial_no + at) : '…'
  }
  const code = sample?.letters ?? ''
  const content =
    sample && placement && labels > 0
      ? {
          sample,
          placement,
          textOf: (at: number) =>
            linesOfLabel(text, placement, { serialNo: serialOf(at), code, scratch: sample.scratch }),
        }
      : undefined
  return (
    <Stack as="section" aria-label={t('preview')} gap="3">
      <Heading as="h3" size="md">
        {t('preview')}
      </Heading>
      <Text aria-live="polite">
        {t('summary', { count: labels, labels: formatNumber(labels) })}
        {format === 'pdf' && labels > 0 && (
          <>
            {' · '}
            <Sheets count={sheetsFor(sheet, start, labels)} />
          </>
        )}
        {placement && (
          <Text as="span" display="block" color="fg.muted" textStyle="sm">
            {t('measures', { side: short(placement.side, 1), module: short(placement.module, 2) })}
          </Text>
        )}
      </Text>
      {sample && text.name !== undefined && sample.missing_letters.length > 0 && (
        <InlineAlert status="warning" description={t('boxesBody')}>
          {t('boxesTitle', { letters: sample.missing_letters.join(' ') })}
        </InlineAlert>
      )}
      {placement && placement.module < smallModule && (
        <InlineAlert status="warning" data-testid="small-modules" description={t('smallBody')}>
          {t('smallTitle', { module: short(placement.module, 2) })}
        </InlineAlert>
      )}
      <Outdated isOutdated={isOutdated} gap="3">
        {format === 'pdf' ? (
          <>
            <Text textStyle="sm" color="fg.muted">
              {t('startHint')}
            </Text>
            <SheetPreview sheet={sheet} start={start} count={labels} content={content} onStart={onStart} />
          </>
        ) : (
          <LabelPreview size={label} content={content} />
        )}
      </Outdated>
    </Stack>
  )
}

function Sheets({ count }: { count: number }) {
  const t = useText('label')
  return t('onSheets', { count, sheets: formatNumber(count) })
}

/** Formats a length in mm, rounded down: 0.329 is not 0.33. */
function short(mm: number, digits: number): string {
  const scale = 10 ** digits
  return formatNumber(Math.floor(mm * scale + 1e-6) / scale)
}
