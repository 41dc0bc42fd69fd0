import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { LuSmartphone } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { type EditableForm, withoutForeignSettings } from '#client/form/draft.ts'
import { FormInput } from '#shared/form/contract.ts'
import { completeStructure } from '#shared/form/rules.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { TryOut } from './try-out.tsx'

/** Opens the form as it is in the builder, also before it is saved. */
export function TryOutButton({ formId, draft }: { formId: string; draft: EditableForm }) {
  const t = useText('form')
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const parsed = isOpen ? FormInput.safeParse(withoutForeignSettings(draft)) : undefined
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <LuSmartphone aria-hidden />
        {t('tryOut')}
      </Button>
      {parsed?.success && (
        <TryOut
          formId={formId}
          structure={completeStructure(parsed.data, uuid7, language)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
