import { Button, Heading, List, Stack, Text } from '@chakra-ui/react'
import { LuDownload } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { download } from '#client/core/files/download.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { urlOf } from '#client/core/http/api.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { CsvDropZone } from '#client/ui/file/csv-drop-zone.tsx'
import { maxTags, nfcContract, tagExportRoute } from '#shared/nfc/contract.ts'
import type { Order } from '#shared/order/contract.ts'
import { saveKeys, type TagRowError, useTagUpload } from './use-tag-upload.ts'

/** The NFC tags of an order: data for an encoder, the keys of chips, and how many were tapped. */
export function TagsDialog({ order, onClose }: { order: Order | undefined; onClose: () => void }) {
  const t = useText('nfc')
  return (
    <Dialog
      open={order !== undefined}
      onClose={onClose}
      title={t('tagsOf', { order: order?.order_id ?? '' })}
      size="md"
    >
      {order && <Tags key={order.id} order={order} />}
    </Dialog>
  )
}

function Tags({ order }: { order: Order }) {
  const t = useText('nfc')
  const totals = useRead(nfcContract.totals, { params: { id: order.id } })
  if (!totals.data) return <LoadState read={totals} />
  const { enabled, tagged, tapped } = totals.data
  if (!enabled) return <InlineAlert status="info">{t('off')}</InlineAlert>
  return (
    <Stack gap="5">
      <Text>{t('about')}</Text>
      <Text>{t('totals', { tagged: formatNumber(tagged), tapped: formatNumber(tapped) })}</Text>
      <Export order={order} />
      <Upload order={order} />
    </Stack>
  )
}

function Export({ order }: { order: Order }) {
  const t = useText('nfc')
  const get = useTask(() => download(urlOf(tagExportRoute, { params: { id: order.id } }), `${order.order_id}-nfc.csv`))
  return (
    <Stack as="section" gap="2" align="start">
      <Heading as="h3" size="sm">
        {t('exportTitle')}
      </Heading>
      <Text color="fg.muted">{t('exportHint')}</Text>
      <Button variant="outline" size="sm" loading={get.isPending} onClick={() => get.mutate()}>
        <LuDownload aria-hidden />
        {t('export')}
      </Button>
    </Stack>
  )
}

function Upload({ order }: { order: Order }) {
  const t = useText('nfc')
  const deniedReason = useDeniedReason(nfcContract.register.access)
  const { state, take } = useTagUpload(order)
  return (
    <Stack as="section" gap="2">
      <Heading as="h3" size="sm">
        {t('uploadTitle')}
      </Heading>
      <Text color="fg.muted">{t('uploadHint', { most: formatNumber(maxTags) })}</Text>
      {state.step === 'given' && (
        <InlineAlert
          status="success"
          description={
            <Button variant="outline" size="sm" onClick={() => saveKeys(order, state.keys)}>
              {t('saveAgain')}
            </Button>
          }
        >
          {t('given', { count: state.keys.length })}
        </InlineAlert>
      )}
      <CsvDropZone
        disabled={deniedReason !== undefined || state.step === 'sending'}
        error={deniedReason ?? (state.step === 'refused' ? state.error : undefined)}
        onFile={take}
      />
      {state.step === 'refused' && state.errors.length > 0 && <RowErrors errors={state.errors} />}
    </Stack>
  )
}

const shownErrors = 20

function RowErrors({ errors }: { errors: readonly TagRowError[] }) {
  const t = useText('nfc')
  const more = errors.length - shownErrors
  return (
    <InlineAlert
      status="error"
      role="alert"
      description={
        <List.Root>
          {errors.slice(0, shownErrors).map(({ row, problem }) => (
            <List.Item key={row}>{t('row', { row: formatNumber(row), problem: t(problem) })}</List.Item>
          ))}
          {more > 0 && <List.Item>{t('moreRows', { count: formatNumber(more) })}</List.Item>}
        </List.Root>
      }
    >
      {t('nothing')}
    </InlineAlert>
  )
}
