import { Button, Stack } from '@chakra-ui/react'
import { useEffect, useMemo, useState } from 'react'
import { batchedCheck, formatPrintedCode } from '#client/codes/batched-check.ts'
import { FileSource } from '#client/codes/file-source.tsx'
import { ErrorTable, PreviewTable } from '#client/codes/rows-table.tsx'
import { serverCheck } from '#client/codes/server-check.ts'
import { type CodeSource, SourceTabs } from '#client/codes/source-tabs.tsx'
import { type CodeList, codesOf, useCodeList } from '#client/codes/use-code-list.ts'
import { useHasReceived, useReceivedFile } from '#client/codes/with-received.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { type OfflineRecord, useUnsentRecords } from '#client/core/offline/read/queries.ts'
import { type ChosenPack, codesIn } from '#client/pack/chosen-packs.ts'
import { PackChoice } from '#client/pack/pack-choice.tsx'
import type { CodeChecker } from '#client/scan/code-check.ts'
import { Scanner } from '#client/scan/scanner.tsx'
import { useScanList } from '#client/scan/use-scan-list.ts'
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { FileNotes } from '#client/ui/file/file-notes.tsx'
import { useIsPhone } from '#client/ui/layout/use-is-phone.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { type LogisticView, logisticEntity } from '#shared/logistic/record.ts'
import { parseCode, type ScannedCode } from '#shared/verify/code/code.ts'

/** Codes can be shipped whether or not they are active. */
const checkOnServer = batchedCheck(serverCheck(['active', 'pending']))

/** Reports codes of a shipment that waits on this device as part of another shipment, with or without a connection. */
function useShipmentScanCheck(): CodeChecker {
  const saved = useUnsentRecords<LogisticView>(logisticEntity)
  return useMemo(() => {
    const travelling = addressesInTransit(saved ?? [])
    return (code) => (travelling.has(code.address) ? { status: 'shipped', acceptable: false } : checkOnServer(code))
  }, [saved])
}

function addressesInTransit(saved: readonly Pick<OfflineRecord<LogisticView>, 'data'>[]): Set<string> {
  const lists = saved.filter(({ data }) => data.delivered_at === null).flatMap(({ data }) => data.addresses ?? [])
  return new Set(lists.flatMap((text) => parseCode(text)?.address ?? []))
}

type Props = {
  /** `codes` were scanned before; `onCodes` receives all codes with those that are scanned now. */
  codes: readonly ScannedCode[]
  onCodes: (codes: ScannedCode[]) => void
  /** Cases and pallets whose codes are shipped, too. */
  packages: readonly ChosenPack[]
  onPackages: (packages: readonly ChosenPack[]) => void
  onBack: () => void
  onSave: (addresses: readonly string[]) => void
  busy: boolean
}

/** The codes of a shipment: from a file, or scanned during packing. */
export function CodesStep({ codes: before, onCodes, packages, onPackages, onBack, onSave, busy }: Props) {
  const t = useText('logistic')
  const hasFile = useHasReceived()
  const isPhone = useIsPhone()
  // A phone is held beside the goods, and a file is rarely on it.
  const [source, setSource] = useState<CodeSource>((before.length > 0 || isPhone) && !hasFile ? 'scan' : 'file')
  const file = useCodeList(limits.logisticCodes)
  useReceivedFile(file.take)
  const checkCode = useShipmentScanCheck()
  const scan = useScanList({ checkCode, maxCodes: limits.logisticCodes, initial: before })
  const { rows } = scan.scan
  useEffect(() => onCodes(rows.map(({ code }) => code)), [rows, onCodes])
  const faults = source === 'file' && file.list.step === 'ready' ? file.list.faults : []
  const codes = source === 'file' ? codesOf(file.list, faults) : scan.codes.map(formatPrintedCode)
  const count = codes.length + codesIn(packages)
  const counted = { count, shown: formatNumber(count) }
  return (
    <Stack gap="5">
      <SourceTabs
        source={source}
        onChange={setSource}
        file={<FileCodes codes={file} />}
        scan={<Scanner list={scan} />}
      />
      <PackChoice chosen={packages} onChange={onPackages} mayListen={source === 'file'} />
      <DialogFooter>
        <Button variant="outline" onClick={onBack}>
          {t('back')}
        </Button>
        <Button onClick={() => onSave(codes)} loading={busy} disabled={codes.length + packages.length === 0}>
          {faults.length > 0 ? t('shipGood', counted) : t('ship', counted)}
        </Button>
      </DialogFooter>
    </Stack>
  )
}

function FileCodes({ codes }: { codes: CodeList }) {
  const t = useText('codes')
  const { list, take } = codes
  const faults = list.step === 'ready' ? list.faults : []
  return (
    <Stack gap="5">
      <FileSource codes={codes} maxCodes={limits.logisticCodes} />
      {faults.length > 0 && (
        <>
          <InlineAlert status="error">{t('errors')}</InlineAlert>
          <ErrorTable errors={faults} />
        </>
      )}
      {list.step === 'ready' && (
        <>
          <FileNotes
            notes={list.notes}
            good={codesOf(list, faults).length}
            bad={faults.length}
            onChangeEncoding={() => void take(list.file, { isAsked: true })}
          />
          <PreviewTable key={list.name} rows={list.rows} />
        </>
      )}
    </Stack>
  )
}
