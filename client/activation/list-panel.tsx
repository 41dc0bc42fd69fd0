import { Link as ChakraLink, Stack, Text } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { FileSource } from '#client/codes/file-source.tsx'
import { PreviewTable } from '#client/codes/rows-table.tsx'
import { type CodeSource, SourceTabs } from '#client/codes/source-tabs.tsx'
import { type CodeList, codesOf, useCodeList } from '#client/codes/use-code-list.ts'
import { useHasReceived, useReceivedFile } from '#client/codes/with-received.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { offline } from '#client/core/offline/read/queries.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { scanPreferences } from '#client/scan/scan-preferences.ts'
import { FileNotes } from '#client/ui/file/file-notes.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { activationContract } from '#shared/activation/contract.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { ActivateButton } from './activate-button.tsx'
import { CheckResult } from './check-result.tsx'
import { useListCheck } from './list-check.ts'
import { ActivationOptionFields, useActivationOptions } from './option-fields.tsx'
import { ScanTab } from './scan-tab.tsx'

/** A list of codes: dropped or scanned, shown, checked if the server is reachable, and activated as a whole. */
export function ListPanel() {
  const t = useText('activation')
  const viewer = useViewer()
  const engine = offline((state) => state.engine)
  const hasFile = useHasReceived()
  const [params] = useSearchParams()
  // A shortcut of the installed app begins to scan.
  const scansFirst = scanPreferences((state) => state.scansFirst) || params.has('scan')
  const [source, setSource] = useState<CodeSource>(scansFirst && !hasFile ? 'scan' : 'file')
  const choose = (chosen: CodeSource) => {
    setSource(chosen)
    scanPreferences.setState({ scansFirst: chosen === 'scan' })
  }
  const may = viewer !== undefined && !viewer.demo && hasAccess(activationContract.activate.access, viewer.role)
  const canActivate = may && engine !== undefined
  // A user without access sees the reason in place of the form; they can read the history below.
  if (!may && !viewer?.demo) return <Text color="fg.muted">{t('role')}</Text>
  return (
    <Panel title={t('fileTitle')}>
      <SourceTabs
        source={source}
        onChange={choose}
        file={<FileTab may={canActivate} />}
        scan={<ScanTab may={canActivate} />}
      />
      <Text color="fg.muted">
        {viewer?.demo ? t('demo') : source === 'file' ? t('downloadFirst') : ''}{' '}
        {may && source === 'file' && (
          <ChakraLink asChild textDecoration="underline">
            <Link to="/generatecode">{t('toOrders')}</Link>
          </ChakraLink>
        )}
      </Text>
    </Panel>
  )
}

function FileTab({ may }: { may: boolean }) {
  const codes = useCodeList(limits.activationCodes)
  useReceivedFile(codes.take)
  return (
    <Stack gap="5">
      <FileSource codes={codes} maxCodes={limits.activationCodes} disabled={!may} />
      {codes.list.step === 'ready' && <ReadyList codes={codes} may={may} />}
    </Stack>
  )
}

/** A list that was read. Its options are reset with it. */
function ReadyList({ codes: { list, take, removeSent, clear }, may }: { codes: CodeList; may: boolean }) {
  const check = useListCheck(list)
  const { errors } = check
  const addressList = useMemo(() => codesOf(list, errors), [list, errors])
  const choice = useActivationOptions(addressList)
  const isChecked = check.state === 'checked' || check.state === 'unreachable'
  if (list.step !== 'ready') return null
  // Rows with errors stay on the screen after the others are activated.
  const leaveBadRows = () => {
    const bad = new Set(errors.map(({ row }) => row))
    removeSent(new Set(list.rows.map(({ row }) => row).filter((row) => !bad.has(row))))
  }
  return (
    <>
      <CheckResult check={check} count={addressList.length} />
      <FileNotes
        notes={list.notes}
        good={addressList.length}
        bad={errors.length}
        done={list.sent}
        onChangeEncoding={() => void take(list.file, { isAsked: true })}
      />
      <ActivationOptionFields choice={choice} />
      <ActivateButton
        addressList={addressList}
        choice={choice.value}
        badRows={errors.length}
        disabled={!may || !isChecked || choice.isBlocked || addressList.length === 0}
        onDone={errors.length > 0 ? leaveBadRows : clear}
      />
      <PreviewTable key={list.name} rows={list.rows} />
    </>
  )
}
