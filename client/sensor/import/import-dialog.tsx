import { Button, Stack, Text } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { useTask } from '#client/core/async/use-task.ts'
import { decodeText } from '#client/core/files/csv.ts'
import { formatBytes, formatNumber } from '#client/core/format/number.ts'
import { call, refreshAll } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { Dialog } from '#client/ui/feedback/dialog.tsx'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { DropZone } from '#client/ui/form/drop-zone.tsx'
import { maxReadings, type Sensor, sensorContract } from '#shared/sensor/contract.ts'
import { unitsOfType } from '#shared/sensor/units.ts'
import { DryRun } from './dry-run.tsx'
import { FormatFields, type ImportChoice } from './format-fields.tsx'
import { guessFormat } from './guess-format.ts'
import { namedUnit, readLoggerFile } from './read-log.ts'

/** Windows reports a CSV file with the type of a spreadsheet. */
const accepted = { 'text/csv': ['.csv', '.txt'], 'application/vnd.ms-excel': ['.csv'], 'text/plain': ['.csv', '.txt'] }
const maxBytes = 50 * 1024 * 1024

type ImportedSensor = Pick<Sensor, 'id' | 'name' | 'type' | 'unit'>
type Chosen = ImportChoice & { name: string; text: string }

/** Imports the readings of a data logger: shows how the file was understood, before anything is stored. */
export function Component({ sensor, onClose }: { sensor: ImportedSensor; onClose: () => void }) {
  const t = useText('sensor')
  const [chosen, setChosen] = useState<Chosen>()
  const [refused, setRefused] = useState<string>()
  const choose = async ([file]: File[]) => {
    if (!file) return
    const text = decodeText(new Uint8Array(await file.arrayBuffer()))
      .replace(/^\ufeff/, '')
      .replace(/\r\n?/g, '\n')
    const format = guessFormat(text)
    setRefused(format ? undefined : t('importUnknown'))
    const fileUnit = (format && namedUnit(format.columns)) ?? sensor.unit
    const units = unitsOfType[sensor.type]
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    if (format)
      setChosen({
        name: file.name,
        text,
        format,
        timeZone,
        fileUnit: units.includes(fileUnit) ? fileUnit : sensor.unit,
      })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('importTitle', { name: sensor.name })}
      size="xl"
      dirty={chosen !== undefined}
    >
      {chosen ? (
        <Understood sensor={sensor} chosen={chosen} onChange={setChosen} onDone={onClose} />
      ) : (
        <Stack gap="3">
          <DropZone
            accept={accepted}
            maxBytes={maxBytes}
            hint={t('importHint', { size: formatBytes(maxBytes) })}
            onFiles={(files) => void choose(files)}
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
  chosen: Chosen
  onChange: (chosen: Chosen) => void
  onDone: () => void
}

function Understood({ sensor, chosen, onChange, onDone }: UnderstoodProps) {
  const t = useText('sensor')
  const { name, text, format, timeZone, fileUnit } = chosen
  const log = useMemo(
    () => readLoggerFile(text, { format, timeZone, fileUnit, sensorUnit: sensor.unit }),
    [text, format, timeZone, fileUnit, sensor.unit],
  )
  const { readings } = log
  const [sent, setSent] = useState(0)
  const send = useTask(async () => {
    const counts = { stored: 0, known: 0 }
    // A time that is stored already keeps its value, so an import that stopped can be repeated as a whole.
    for (let from = 0; from < readings.length; from += maxReadings) {
      const logs = readings.slice(from, from + maxReadings)
      const { stored, known } = await call(sensorContract.addReadings, { params: { id: sensor.id }, body: { logs } })
      counts.stored += stored
      counts.known += known
      setSent(from + logs.length)
    }
    const [stored, known] = [formatNumber(counts.stored), formatNumber(counts.known)]
    notify({ tone: 'success', title: t('importDone', { stored, known }) })
    await refreshAll()
    onDone()
  })
  return (
    <Stack gap="6">
      <Text color="fg.muted" overflowWrap="anywhere">
        {t('importUnderstood', { name })}
      </Text>
      <FormatFields
        choice={chosen}
        units={unitsOfType[sensor.type]}
        onChange={(choice) => onChange({ ...chosen, ...choice })}
      />
      <DryRun log={log} unit={sensor.unit} />
      {send.isPending && <ProgressBar label={t('importSending')} done={sent} total={readings.length} />}
      <Button alignSelf="start" loading={send.isPending} disabled={readings.length === 0} onClick={() => send.mutate()}>
        {t('importSend', { count: formatNumber(readings.length) })}
      </Button>
    </Stack>
  )
}
