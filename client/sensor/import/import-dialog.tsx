import { Button, Stack, Text } from '@chakra-ui/react'
import { useEffect, useMemo, useState } from 'react'
import { useIsRemoved } from '#client/core/async/use-is-removed.ts'
import { useTask } from '#client/core/async/use-task.ts'
import { formatBytes, formatNumber } from '#client/core/format/number.ts'
import { showErrorOnFailure } from '#client/core/http/errors.ts'
import { call, refreshAll } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import type { TextReading } from '#client/core/text-file/decode-text.ts'
import { Dialog } from '#client/ui/feedback/dialog.tsx'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { DropZone } from '#client/ui/file/drop-zone.tsx'
import { EncodingChoice } from '#client/ui/file/encoding-choice.tsx'
import { fileRejection } from '#client/ui/file/file-rejection.ts'
import { type Sensor, sensorContract } from '#shared/sensor/contract.ts'
import { unitsOfType } from '#shared/sensor/units.ts'
import { DryRun } from './dry-run.tsx'
import { FormatFields, type ImportChoice } from './format-fields.tsx'
import { type LogFile, openLogFile } from './log-file.ts'
import { type PackedLog, partsOf } from './packed-log.ts'
import { namedUnit } from './read-log.ts'

/** Windows reports a CSV file with the type of a spreadsheet. */
const accepted = { 'text/csv': ['.csv', '.txt'], 'application/vnd.ms-excel': ['.csv'], 'text/plain': ['.csv', '.txt'] }
const maxBytes = 50 * 1024 * 1024

type ImportedSensor = Pick<Sensor, 'id' | 'name' | 'type' | 'unit'>
type ChosenImport = ImportChoice & { file: LogFile }

/** Imports the readings of a data logger. Shows the detected format and the readings before it stores them. */
export function Component({ sensor, onClose }: { sensor: ImportedSensor; onClose: () => void }) {
  const t = useText('sensorImport')
  const [chosen, setChosen] = useState<ChosenImport>()
  const [refused, setRefused] = useState<string>()
  const [unsure, setUnsure] = useState<{ file: File; readings: TextReading[] }>()
  const texts = useText('file')
  const file = chosen?.file
  useEffect(() => () => file?.close(), [file])
  const choose = useTask(async (given: File) => {
    setUnsure(undefined)
    const opened = await openLogFile(given)
    if (opened.kind === 'unsure') {
      setUnsure({ file: given, readings: opened.readings })
      return
    }
    if (opened.kind === 'notText') {
      setRefused(fileRejection(opened, texts))
      return
    }
    const { format } = opened
    if (!format) {
      opened.close()
      setRefused(t('unknown'))
      return
    }
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const named = namedUnit(format.columns)
    const fileUnit = named && unitsOfType[sensor.type].includes(named) ? named : sensor.unit
    setChosen({ file: opened, format, timeZone, fileUnit })
  })
  return (
    <Dialog open onClose={onClose} title={t('title', { name: sensor.name })} size="xl" dirty={chosen !== undefined}>
      {chosen ? (
        <Understood sensor={sensor} chosen={chosen} onChange={setChosen} onDone={onClose} />
      ) : choose.isPending ? (
        <Loading />
      ) : unsure ? (
        <EncodingChoice {...unsure} onChosen={() => choose.mutate(unsure.file)} onCancel={() => setUnsure(undefined)} />
      ) : (
        <Stack gap="3">
          <DropZone
            accept={accepted}
            maxBytes={maxBytes}
            hint={t('hint', { size: formatBytes(maxBytes) })}
            onFiles={([given]) => given && choose.mutate(given)}
            onRefused={([reason]) => setRefused(reason)}
          />
          {refused && (
            <Text role="alert" color="fg.error">
              {refused}
            </Text>
          )}
        </Stack>
      )}
    </Dialog>
  )
}

type UnderstoodProps = {
  sensor: ImportedSensor
  chosen: ChosenImport
  onChange: (chosen: ChosenImport) => void
  onDone: () => void
}

function Understood({ sensor, chosen, onChange, onDone }: UnderstoodProps) {
  const t = useText('sensorImport')
  const { log, isReading } = useLog(chosen, sensor)
  const [sent, setSent] = useState(0)
  const total = log?.times.length ?? 0
  const isRemoved = useIsRemoved()
  const send = useTask(async (whole: PackedLog) => {
    const counts = { stored: 0, known: 0 }
    // A time that is stored already keeps its value, so an import that stopped can be repeated as a whole.
    for (const logs of partsOf(whole)) {
      if (isRemoved()) break
      const { stored, known } = await call(sensorContract.addReadings, { params: { id: sensor.id }, body: { logs } })
      counts.stored += stored
      counts.known += known
      setSent(counts.stored + counts.known)
    }
    const [stored, known] = [formatNumber(counts.stored), formatNumber(counts.known)]
    const isComplete = counts.stored + counts.known === whole.times.length
    notify({ tone: isComplete ? 'success' : 'info', title: t('done', { stored, known }) })
    await refreshAll()
    if (!isRemoved()) onDone()
  })
  return (
    <Stack gap="6">
      <Text color="fg.muted" overflowWrap="anywhere">
        {t('understood', { name: chosen.file.name })}
      </Text>
      <FormatFields
        choice={chosen}
        units={unitsOfType[sensor.type]}
        onChange={(choice) => onChange({ ...chosen, ...choice })}
      />
      {log ? <DryRun log={log} unit={sensor.unit} /> : <Loading />}
      {send.isPending && <ProgressBar label={t('sending')} done={sent} total={total} />}
      <Button
        alignSelf="start"
        loading={send.isPending || isReading}
        disabled={total === 0}
        onClick={() => log && send.mutate(log)}
      >
        {t('send', { count: formatNumber(total) })}
      </Button>
    </Stack>
  )
}

/** The file as it is read by the chosen format. While another format is read, the last log stays. */
function useLog({ file, format, timeZone, fileUnit }: ChosenImport, { unit: sensorUnit }: ImportedSensor) {
  const options = useMemo(() => ({ format, timeZone, fileUnit, sensorUnit }), [format, timeZone, fileUnit, sensorUnit])
  const [read, setRead] = useState<{ options: object; log: PackedLog }>()
  useEffect(() => {
    let isCurrent = true
    const log = file.read(options).then((log) => isCurrent && setRead({ options, log }))
    showErrorOnFailure(log)
    return () => {
      isCurrent = false
    }
  }, [file, options])
  return { log: read?.log, isReading: read?.options !== options }
}
