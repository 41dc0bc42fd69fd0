import { Button, Flex, Input, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { isQualifierValue } from '#shared/gs1/digital-link.ts'

/** `unsaved`: another lot would discard what was typed. */
type Props = { lot: string; lots: readonly string[]; unsaved: boolean; onChoose: (lot: string) => void }

/** Chooses whether the passport is that of all items or of one lot, and begins that of another lot. */
export function LotChoice({ lot, lots, unsaved, onChoose }: Props) {
  const t = useText('passport')
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const named = lot === '' || lots.includes(lot) ? lots : [...lots, lot]
  const open = () => {
    const wanted = typed.trim()
    if (!isQualifierValue(wanted)) return setWrong(true)
    setTyped('')
    onChoose(wanted)
  }
  return (
    <Panel title={t('lotTitle')}>
      <Text color="fg.muted">{t('lotHint')}</Text>
      <Flex gap="4" wrap="wrap" align="start">
        <FieldFrame label={t('shownLot')} disabled={unsaved} hint={unsaved ? t('saveFirst') : undefined}>
          <Select
            value={lot}
            options={[{ value: '', label: t('allItems') }, ...named.map((value) => ({ value, label: value }))]}
            onChange={onChoose}
          />
        </FieldFrame>
        <FieldFrame label={t('otherLot')} disabled={unsaved} error={isWrong ? 'Please check this value' : undefined}>
          <Flex gap="2" width="full">
            <Input
              value={typed}
              maxLength={20}
              onChange={({ target }) => {
                setTyped(target.value)
                setWrong(false)
              }}
            />
            <Button type="button" variant="outline" disabled={unsaved || typed.trim() === ''} onClick={open}>
              {t('openLot')}
            </Button>
          </Flex>
        </FieldFrame>
      </Flex>
    </Panel>
  )
}
