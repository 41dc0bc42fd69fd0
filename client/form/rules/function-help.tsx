import { Table, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { functionExamples } from './function-examples.ts'

const keys = Object.keys(functionExamples) as (keyof typeof functionExamples)[]

/** What expressions can contain, with an example of each function. */
export function FunctionHelp({ onClose }: { onClose: () => void }) {
  const t = useText('expression')
  return (
    <Dialog open onClose={onClose} title={t('functions')} size="lg">
      <Text paddingBottom="4">{t('functionsHint')}</Text>
      <Table.Root size="sm" aria-label={t('functions')}>
        <Table.Header>
          <Table.Row bg="bg.subtle">
            <Table.ColumnHeader width="50%">{t('example')}</Table.ColumnHeader>
            <Table.ColumnHeader>{t('does')}</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {keys.map((key) => (
            <Table.Row key={key} bg="transparent">
              <Table.Cell overflowWrap="anywhere" fontFamily="mono">
                {functionExamples[key]}
              </Table.Cell>
              <Table.Cell>{t(key)}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Dialog>
  )
}
