import { Box, Button, Flex, Heading, IconButton, Stack, Text } from '@chakra-ui/react'
import { memo, useState } from 'react'
import { LuScanLine, LuTrash2, LuUndo2, LuVolume2, LuVolumeX, LuX } from 'react-icons/lu'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusChip, type Tone } from '#client/ui/feedback/status-chip.tsx'
import { formatAddress } from '#shared/verify/code/code.ts'
import { scanPreferences } from './scan-preferences.ts'
import { canUndo, type RowCheck, type ScanRow } from './scan-reducer.ts'
import { checkResultText, isDoneBefore } from './scan-texts.ts'
import type { ScanList } from './use-scan-list.ts'

/** The number of rows that are displayed first, and that each press adds. */
const page = 50

/** On a phone, the last rows stay beside the camera; earlier ones are scrolled to. */
const lastRows = '15.75rem'

/** The list of scanned codes, newest first, with undo and clear. */
export function ScanRows({ list }: { list: ScanList }) {
  const t = useText('scan')
  const [shown, setShown] = useState(page)
  const { rows } = list.scan
  const refused = rows.length - list.codes.length
  const hidden = Math.max(0, rows.length - shown)
  return (
    <Stack as="section" aria-label={t('list')} gap="3" minWidth="0">
      <Flex align="center" gap="2" wrap="wrap">
        <Box flex={{ base: '1 1 100%', sm: '1' }} minWidth="0">
          <Heading as="h2" size="lg" data-testid="count">
            {t('scanned', { count: list.codes.length, shown: formatNumber(list.codes.length) })}
          </Heading>
          {refused > 0 && (
            <Text color="fg.error">{t('refused', { count: refused, shown: formatNumber(refused) })}</Text>
          )}
        </Box>
        <Button variant="outline" size="sm" disabled={!canUndo(list.scan)} onClick={list.undo}>
          <LuUndo2 aria-hidden />
          {t('undo')}
        </Button>
        <Button variant="outline" size="sm" disabled={rows.length === 0} onClick={list.clear}>
          <LuTrash2 aria-hidden />
          {t('clear')}
        </Button>
        <SoundButton />
      </Flex>
      {rows.length === 0 ? (
        <EmptyState icon={LuScanLine} title={t('emptyTitle')} hint={t('emptyHint')} />
      ) : (
        <Stack
          as="ol"
          gap="0"
          listStyleType="none"
          borderTopWidth="1px"
          maxHeight={{ base: lastRows, lg: 'none' }}
          overflowY={{ base: 'auto', lg: 'visible' }}
        >
          {rows
            .slice(hidden)
            .reverse()
            .map((row, at) => (
              <RowItem
                key={row.code.address}
                number={rows.length - at}
                row={row}
                isJudged={list.isChecked}
                onRemove={list.remove}
              />
            ))}
        </Stack>
      )}
      {hidden > 0 && (
        <Button variant="outline" alignSelf="center" onClick={() => setShown(shown + page)}>
          {t('showMore', { count: Math.min(page, hidden), shown: formatNumber(Math.min(page, hidden)) })}
        </Button>
      )}
    </Stack>
  )
}

type LineProps = { number: number; row: ScanRow; isJudged: boolean; onRemove: (address: string) => void }

const RowItem = memo(function RowLine({ number, row, isJudged, onRemove }: LineProps) {
  const t = useText('scan')
  const letters = formatAddress(row.code.address)
  return (
    <Flex as="li" align="center" gap="3" minHeight="14" paddingBlock="1" borderBottomWidth="1px" data-testid="row">
      <Text minWidth="7" color="fg.muted" fontVariantNumeric="tabular-nums">
        {formatNumber(number)}
      </Text>
      <Flex flex="1" minWidth="0" wrap="wrap" align="center" justify="space-between" columnGap="3">
        {/* Codes of one order have the same beginning, so their ends stay visible. */}
        <Text fontFamily="mono" title={letters} whiteSpace="nowrap">
          {letters.slice(0, 4)}…{letters.slice(-8)}
        </Text>
        {isJudged && <CheckChip check={row.check} />}
      </Flex>
      <IconButton
        variant="ghost"
        aria-label={t('remove', { row: formatNumber(number) })}
        onClick={() => onRemove(row.code.address)}
      >
        <LuX />
      </IconButton>
    </Flex>
  )
})

function CheckChip({ check }: { check: RowCheck }) {
  const t = useText('scan')
  if (typeof check === 'string') {
    const tone: Tone = check === 'checking' ? 'plain' : 'wait'
    return <StatusChip tone={tone}>{t(check)}</StatusChip>
  }
  const tone: Tone = check.acceptable ? 'good' : isDoneBefore(check) ? 'plain' : 'bad'
  return <StatusChip tone={tone}>{checkResultText(check, t)}</StatusChip>
}

/** Turns the sound of scans on this device on and off. */
function SoundButton() {
  const t = useText('scan')
  const sound = scanPreferences(({ sound }) => sound)
  return (
    <IconButton
      variant="outline"
      size="sm"
      aria-label={t('sound')}
      aria-pressed={sound}
      onClick={() => scanPreferences.setState({ sound: !sound })}
    >
      {sound ? <LuVolume2 /> : <LuVolumeX />}
    </IconButton>
  )
}
