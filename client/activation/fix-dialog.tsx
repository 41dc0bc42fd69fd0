import { Button, Stack, Text } from '@chakra-ui/react'
import { showError } from '#client/core/errors.ts'
import { useText } from '#client/core/i18n.ts'
import { engineNow, type Saved } from '#client/core/offline/records.ts'
import { preferences } from '#client/core/preferences.ts'
import { badRowsOf } from '#client/ui/codes/bad-rows.ts'
import { BadRowsDialog } from '#client/ui/codes/bad-rows-dialog.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { troubleWords } from '#client/ui/saved-state.tsx'
import type { ActivationRecord } from '#shared/activation/record.ts'
import { correctActivation } from './capture.ts'
import { ChoiceFields, useChoice } from './choice-fields.tsx'

type Props = { saved: Saved<ActivationRecord>; onClose: () => void }

/** Puts a refused list right: its rows, or what was to go with them. */
export function FixDialog({ saved, onClose }: Props) {
  const bad = badRowsOf(saved.trouble)
  if (!bad) return <ChoiceDialog saved={saved} onClose={onClose} />
  return (
    <BadRowsDialog
      codes={saved.data.addressList ?? []}
      bad={bad}
      onSendAgain={(addressList) => correctActivation(engineNow(), saved, { addressList })}
      onClose={onClose}
    />
  )
}

function ChoiceDialog({ saved, onClose }: Props) {
  const t = useText('activation')
  const sync = useText('sync')
  const language = preferences((state) => state.language)
  const { addressList = [], submissionId, certificates } = saved.data
  const choice = useChoice({ ...(submissionId && { submissionId }), ...(certificates && { certificates }) })
  const send = () => correctActivation(engineNow(), saved, choice.value).then(onClose, showError)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('fixChoiceTitle')}
      footer={<Button onClick={() => void send()}>{sync('retry')}</Button>}
    >
      <Stack gap="5">
        {saved.trouble && <Text color="fg.error">{troubleWords(saved.trouble, language)}</Text>}
        <ChoiceFields codes={addressList} choice={choice} />
      </Stack>
    </Dialog>
  )
}
