import { Flex, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { LuCircleAlert } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { formatBytes, formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useKnownSensors } from '#client/readings/known-sensors.ts'
import { playFeedback } from '#client/scan/scan-feedback.ts'
import { scanPreferences } from '#client/scan/scan-preferences.ts'
import { nfcReaderClass } from '#client/scan/tag/nfc.ts'
import { NfcButton } from '#client/scan/tag/nfc-button.tsx'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { DropZone } from '#client/ui/file/drop-zone.tsx'
import { maxReadings } from '#shared/sensor/contract.ts'
import { maxSenmlBytes, readSenml, type TagContent } from '#shared/sensor/senml/read-senml.ts'
import type { SenmlError } from '#shared/sensor/senml/record.ts'
import { SeriesForm } from './series-form.tsx'

const accepted = { 'application/senml+json': ['.senml'], 'application/json': ['.json'] }

/** A tag that was read. `serial`: empty if unknown. `content`: undefined for a tag without readings. */
type ReadTag = { at: number; serial: string; content: TagContent | SenmlError | undefined }

type Props = {
  /** The sensor of the readings; without it, the user chooses one. */
  sensorId?: string
  onClose: () => void
}

/** Shows the readings that a tag stores, and saves them on this device until the server has accepted them. */
export function TagDialog({ sensorId, onClose }: Props) {
  const t = useText('sensorTag')
  const { current: sensors, sensors: known, ...finder } = useKnownSensors(sensorId ? [sensorId] : [])
  const [read, setRead] = useState<ReadTag>()
  const [refused, setRefused] = useState<string>()
  const hasNfc = nfcReaderClass() !== undefined
  const take = (serial: string, text: string | undefined) => {
    setRefused(undefined)
    const at = Date.now()
    setRead({ at, serial, content: text === undefined ? undefined : readSenml(text, at) })
  }
  const open = useTask(async (file: File) => take('', await file.text()))
  const content = read?.content
  const isReadable = content !== undefined && !('error' in content)
  return (
    <Dialog open onClose={onClose} title={t('title')} size="lg" dirty={isReadable && content.series.length > 0}>
      <Stack gap="5">
        <Text color="fg.muted">{t('hint')}</Text>
        {hasNfc ? (
          <NfcButton
            onTag={({ serial, senml }) => {
              playFeedback(senml === undefined ? 'bad' : 'good', scanPreferences.getState())
              take(serial, senml)
            }}
          />
        ) : (
          <Stack gap="3">
            <Text fontWeight="600">{t('noNfc')}</Text>
            <Text color="fg.muted">{t('otherWays')}</Text>
            <DropZone
              accept={accepted}
              maxBytes={maxSenmlBytes}
              hint={t('fileHint', { size: formatBytes(maxSenmlBytes) })}
              onFiles={([file]) => file && open.mutate(file)}
              onRefused={([reason]) => setRefused(reason)}
            />
          </Stack>
        )}
        {refused && (
          <Text role="alert" color="fg.error">
            {refused}
          </Text>
        )}
        {read?.serial && <Text fontVariantNumeric="tabular-nums">{t('tag', { tag: read.serial })}</Text>}
        {read && !content && (
          <Stack role="status" gap="1">
            <Text fontWeight="600">{t('empty')}</Text>
            <Text color="fg.muted">{t('emptyHint')}</Text>
          </Stack>
        )}
        {content && 'error' in content && <PackErrorText error={content} />}
        {isReadable && (
          <SeriesForm
            // Another read has other series, and the list of sensors may arrive after it. A search keeps the choices.
            key={`${read?.at} ${finder.search === undefined ? sensors.length : sensors.some(({ id }) => id === sensorId)}`}
            content={content}
            tag={read?.serial ?? ''}
            sensors={sensors}
            known={known}
            finder={finder}
            sensorId={sensorId}
            onDone={onClose}
          />
        )}
      </Stack>
    </Dialog>
  )
}

/** The reason why a pack cannot be used, with the number of the invalid record. */
function PackErrorText({ error }: { error: SenmlError }) {
  const t = useText('sensorTag')
  const values = { record: 'record' in error ? error.record : 0, field: 'field' in error ? error.field : '' }
  const limits = { size: formatBytes(maxSenmlBytes), most: formatNumber(maxReadings) }
  return (
    <Flex role="alert" gap="2" color="fg.error">
      <LuCircleAlert aria-hidden style={{ flexShrink: 0, marginBlockStart: 4 }} />
      <Stack gap="1" minWidth="0">
        <Text overflowWrap="anywhere">{t(error.error, { ...values, ...limits })}</Text>
        <Text>{t('nothingRead')}</Text>
      </Stack>
    </Flex>
  )
}
