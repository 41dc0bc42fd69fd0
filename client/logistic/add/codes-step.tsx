import { Alert, Button, Stack } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { formatPrintedCode } from '#client/codes/batched-check.ts'
import { FileSource } from '#client/codes/file-source.tsx'
import { ErrorTable, PreviewTable } from '#client/codes/rows-table.tsx'
import { type CodeSource, SourceTabs } from '#client/codes/source-tabs.tsx'
import { type CodeList, codesOf, useCodeList } from '#client/codes/use-code-list.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Scanner } from '#client/scan/scanner.tsx'
import { useScanList } from '#client/scan/use-scan-list.ts'
import { DialogFooter } from '#client/ui/feedback/dialog-footer.tsx'
import { limits } from '#shared/core/limits/limits.ts'
import type { ScannedCode } from '#shared/verify/code/code.ts'
import { useShipmentScanCheck } from './scan-check.ts'

type Props = {
  /** `codes` were scanned before; `onCodes` receives all codes with those that are scanned now. */
  codes: readonly ScannedCode[]
  onCodes: (codes: ScannedCode[]) => void
  onBack: () => void
  onSave: (addresses: readonly string[]) => void
  busy: boolean
}

/** The codes of a shipment: from a file, or scanned during packing. */
export function CodesStep({ codes: before, onCodes, onBack, onSave, busy }: Props) {
  const t = useText('logistic')
  const [source, setSource] = useState<CodeSource>(before.length > 0 ? 'scan' : 'file')
  const file = useCodeList(limits.logisticCodes)
  const checkCode = useShipmentScanCheck()
  const scan = useScanList({ checkCode, maxCodes: limits.logisticCodes, initial: before })
  const { rows } = scan.scan
  useEffect(() => onCodes(rows.map(({ code }) => code)), [rows, onCodes])
  const faults = source === 'file' && file.list.step === 'ready' ? file.list.faults : []
  const codes = source === 'file' ? codesOf(file.list) : scan.codes.map(formatPrintedCode)
  return (
    <Stack gap="5">
      <SourceTabs
        source={source}
        onChange={setSource}
        file={<FileCodes codes={file} />}
        scan={<Scanner list={scan} />}
      />
      <DialogFooter>
        <Button variant="outline" onClick={onBack}>
          {t('back')}
        </Button>
        <Button onClick={() => onSave(codes)} loading={busy} disabled={codes.length === 0 || faults.length > 0}>
          {t('ship', { count: codes.length, shown: formatNumber(codes.length) })}
        </Button>
      </DialogFooter>
    </Stack>
  )
}

function FileCodes({ codes }: { codes: CodeList }) {
  const t = useText('codes')
  const { list, removeRows } = codes
  const faults = list.step === 'ready' ? list.faults : []
  const named = { count: faults.length, shown: formatNumber(faults.length) }
  return (
    <Stack gap="5">
      <FileSource codes={codes} maxCodes={limits.logisticCodes} />
      {faults.length > 0 && (
        <>
          <Alert.Root status="error" flexWrap="wrap">
            <Alert.Indicator />
            <Alert.Title flex="1">{t('errors')}</Alert.Title>
            <Button size="sm" variant="outline" onClick={() => removeRows(new Set(faults.map(({ row }) => row)))}>
              {t('takeOut', named)}
            </Button>
          </Alert.Root>
          <ErrorTable errors={faults} />
        </>
      )}
      {list.step === 'ready' && <PreviewTable key={list.name} rows={list.rows} />}
    </Stack>
  )
}
