import { Alert, Button, Link as ChakraLink, Flex, Spinner, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { LuCircleAlert, LuFileSpreadsheet } from 'react-icons/lu'
import { Link } from 'react-router'
import { formatBytes, formatNumber } from '#client/core/format.ts'
import { type Translate, useText } from '#client/core/i18n.ts'
import { useViewer } from '#client/core/viewer.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { DropZone } from '#client/ui/drop-zone.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { activationContract } from '#shared/activation/contract.ts'
import { mayAccess } from '#shared/core/access.ts'
import { limits } from '#shared/core/limits.ts'
import { ActivateButton } from './activate-button.tsx'
import { ErrorTable, PreviewTable } from './list-tables.tsx'
import { type ListState, useList } from './use-list.ts'

/** Windows calls a CSV a spreadsheet. */
const csv = { 'text/csv': ['.csv'], 'application/vnd.ms-excel': ['.csv'], 'text/plain': ['.csv'] }

/** A list of codes: dropped, looked at, checked, and activated as a whole. */
export function ListPanel() {
  const t = useText('activation')
  const ui = useText('ui')
  const viewer = useViewer()
  const { list, addressList, errors, isChecked, isChecking, take, clear, checkAgain } = useList()
  const [refused, setRefused] = useState<string>()
  const may = viewer !== undefined && !viewer.demo && mayAccess(activationContract.activate.access, viewer.role)
  const words = refused ?? refusalOf(list, t)
  const choose = ([file]: File[]) => {
    setRefused(undefined)
    if (file) void take(file)
  }
  return (
    <Panel title={t('fileTitle')}>
      {list.step === 'ready' ? (
        <Stack gap="5">
          <Flex align="center" gap="3" wrap="wrap">
            <LuFileSpreadsheet aria-hidden size="24" />
            <Text flex="1" minWidth="0" overflowWrap="anywhere" fontWeight="600">
              {list.name}
            </Text>
            <Button variant="outline" size="sm" onClick={clear}>
              {t('otherFile')}
            </Button>
          </Flex>
          <Verdict
            count={addressList.length}
            bad={errors.length}
            isChecked={isChecked || addressList.length === 0}
            isChecking={isChecking}
            onAgain={checkAgain}
          />
          {errors.length > 0 && <ErrorTable errors={errors} />}
          <ActivateButton
            addressList={addressList}
            disabled={!may || !isChecked || errors.length > 0}
            onDone={clear}
            onRefused={checkAgain}
          />
          <PreviewTable key={list.name} rows={list.rows} />
        </Stack>
      ) : list.step === 'reading' ? (
        <Text role="status">{t('reading', { name: list.name })}</Text>
      ) : (
        <>
          <DropZone
            accept={csv}
            maxBytes={limits.csvBytes}
            disabled={!may}
            hint={t('fileHint', {
              most: formatNumber(limits.activationCodes),
              size: formatBytes(limits.csvBytes),
            })}
            onFiles={choose}
            onRefused={([reason]) => setRefused(reason)}
          />
          {words && (
            <Flex role="alert" gap="2" align="center" color="fg.error">
              <LuCircleAlert aria-hidden />
              <Text>{words}</Text>
            </Flex>
          )}
          <Text color="fg.muted">
            {viewer?.demo ? t('demo') : !may ? t('role') : t('downloadFirst')}{' '}
            {may && (
              <ChakraLink asChild textDecoration="underline">
                <Link to="/generatecode">{t('toOrders')}</Link>
              </ChakraLink>
            )}
          </Text>
        </>
      )}
      <Dialog
        open={list.step === 'tooMany'}
        onClose={clear}
        title={t('tooManyTitle')}
        size="sm"
        footer={<Button onClick={clear}>{ui('close')}</Button>}
      >
        {list.step === 'tooMany' && (
          <Text>
            {t('tooManyBody', {
              most: formatNumber(limits.activationCodes),
              name: list.name,
              count: formatNumber(list.count),
            })}
          </Text>
        )}
      </Dialog>
    </Panel>
  )
}

function refusalOf(list: ListState, t: Translate<'activation'>): string | undefined {
  if (list.step !== 'refused') return undefined
  const { reason } = list
  if (reason.kind === 'unreadable') return t('unreadableFile')
  if (reason.kind === 'empty') return t('emptyFile')
  return `${t('noColumn')} ${t('columnsFound', { columns: reason.columns.join(', ') || '—' })}`
}

type VerdictProps = { count: number; bad: number; isChecked: boolean; isChecking: boolean; onAgain: () => void }

function Verdict({ count, bad, isChecked, isChecking, onAgain }: VerdictProps) {
  const t = useText('activation')
  if (isChecking) {
    return (
      <Flex role="status" gap="3" align="center">
        <Spinner size="sm" />
        {t('checking')}
      </Flex>
    )
  }
  if (!isChecked) {
    return (
      <Button variant="outline" alignSelf="start" onClick={onAgain}>
        {t('checkAgain')}
      </Button>
    )
  }
  return (
    <Alert.Root status={bad > 0 ? 'error' : 'success'} data-testid="verdict">
      <Alert.Indicator />
      <Alert.Title>
        {bad > 0
          ? t('bad', { count: bad, shown: formatNumber(bad) })
          : t('allGood', { count, shown: formatNumber(count) })}
      </Alert.Title>
    </Alert.Root>
  )
}
