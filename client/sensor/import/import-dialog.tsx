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
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { DropZone } from '#client/ui/file/drop-zone.tsx'
import { EncodingChoice } from '#client/ui/file/encoding-choice.tsx'
import { fileRejection } from '#client/ui/file/file-rejection.ts'
import { type ReadingConflict, type Sensor, sensorContract } from '#shared/sensor/contract.ts'
import { DryRun } from './dry-run.tsx'
import { FormatFields } from './format-fields.tsx'
import { firstChoice, type ImportChoice, isZoneOpen, readOptionsOf } from './import-choice.ts'
import { type LogFile, openLogFile } from './log-file.ts'
import { type PackedLog, partsOf } from './packed-log.ts'
import { ReadingConflicts } from './reading-conflicts.tsx'
import type { ChosenSigns } from './table/guess-format.ts'

/** Windows reports a CSV file with the type of a spreadsheet. */
const accepted = { 'text/csv': ['.csv', '.txt'], 'application/vnd.ms-excel': ['.csv'], 'text/plain': ['.csv', '.txt'] }
const maxBytes = 50 * 1024 * 1024

export type ImportedSensor = Pick<Sensor, 'id' | 'name' | 'type' | 'unit'>
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
    const opened = await openLogFile(given, sensor.type)
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
    setChosen({ file: opened, ...firstChoice(format, sensor) })
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
  const [conflicts, setConflicts] = useState<ReadingConflict[]>([])
  const total = log?.times.length ?? 0
  const isRemoved = useIsRemoved()
  const guess = useTask(async (signs: ChosenSigns) => {
    const format = await chosen.file.guess(signs)
    if (format) onChange({ file: chosen.file, ...firstChoice(format, sensor) })
    else notify({ tone: 'error', title: t('unknown') })
  })
  const send = useTask(async (whole: PackedLog) => {
    const counts = { stored: 0, known: 0 }
    const found: ReadingConflict[] = []
    // A time that is stored already keeps its value, so an import that stopped can be repeated as a whole.
    for (const logs of partsOf(whole)) {
      if (isRemoved()) break
      const { stored, known, conflicting } = await call(sensorContract.addReadings, {
        params: { id: sensor.id },
        body: { logs },
      })
      counts.stored += stored
      counts.known += known
      found.push(...conflicting)
      setSent(counts.stored + counts.known)
    }
    const [stored, known] = [formatNumber(counts.stored), formatNumber(counts.known)]
    const isComplete = counts.stored + counts.known === whole.times.length
    notify({ tone: isComplete ? 'success' : 'info', title: t('done', { stored, known }) })
    await refreshAll()
    // A stored value is kept; the person sees which values of the file differ from it.
    if (!isRemoved()) found.length > 0 ? setConflicts(found) : onDone()
  })
  if (conflicts.length > 0) return <ReadingConflicts conflicts={conflicts} unit={sensor.unit} onClose={onDone} />
  return (
    <Stack gap="6">
      <Text color="fg.muted" overflowWrap="anywhere">
        {t('understood', { name: chosen.file.name })}
      </Text>
      <FormatFields
        choice={chosen}
        sensor={sensor}
        askedZone={log && isZoneOpen(chosen, log) ? log.fixedZone : undefined}
        onChange={(choice) => onChange({ ...chosen, ...choice })}
        onSigns={(signs) => guess.mutate(signs)}
      />
      {log ? (
        <DryRun
          log={log}
          unit={sensor.unit}
          acceptsFaults={chosen.acceptsFaults}
          onAcceptFaults={(acceptsFaults) => onChange({ ...chosen, acceptsFaults })}
        />
      ) : isReading ? (
        <Loading />
      ) : (
        <Text color="fg.muted">{t('answerFirst')}</Text>
      )}
      {send.isPending && <ProgressBar label={t('sending')} done={sent} total={total} />}
      <Button
        alignSelf="start"
        loading={send.isPending || isReading}
        disabled={total === 0 || !log || isZoneOpen(chosen, log)}
        onClick={() => log && send.mutate(log)}
      >
        {t('send', { count: formatNumber(total) })}
      </Button>
    </Stack>
  )
}

/** The file as it is read by the chosen format; nothing while a question is open. While another format is read, the last log stays. */
function useLog(chosen: ChosenImport, sensor: ImportedSensor) {
  const { file, format, timeZone, fileUnit, acceptsFaults } = chosen
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts on which the readings depend.
  const options = useMemo(() => readOptionsOf(chosen, sensor), [format, timeZone, fileUnit, acceptsFaults, sensor])
  const [read, setRead] = useState<{ options: object; log: PackedLog }>()
  useEffect(() => {
    if (!options) return
    let isCurrent = true
    const log = file.read(options).then((log) => isCurrent && setRead({ options, log }))
    showErrorOnFailure(log)
    return () => {
      isCurrent = false
    }
  }, [file, options])
  return { log: options && read?.log, isReading: options !== undefined && read?.options !== options }
}
