import { Tabs } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { LuFileSpreadsheet, LuScanLine } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'

export type CodeSource = 'file' | 'scan'

type Props = { source: CodeSource; onChange: (source: CodeSource) => void; file: ReactNode; scan: ReactNode }

/**
 * Tabs for the two sources of a list of codes. The camera and hardware scanners are active only while the scan tab is
 * visible.
 */
export function SourceTabs({ source, onChange, file, scan }: Props) {
  const t = useText('codes')
  return (
    <Tabs.Root value={source} onValueChange={({ value }) => onChange(value as CodeSource)}>
      <Tabs.List aria-label={t('source')} marginBottom="2">
        <Tabs.Trigger value="file">
          <LuFileSpreadsheet aria-hidden />
          {t('fromFile')}
        </Tabs.Trigger>
        <Tabs.Trigger value="scan">
          <LuScanLine aria-hidden />
          {t('fromScan')}
        </Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="file">{source === 'file' && file}</Tabs.Content>
      <Tabs.Content value="scan">{source === 'scan' && scan}</Tabs.Content>
    </Tabs.Root>
  )
}
