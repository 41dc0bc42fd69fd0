import { useText } from '#client/core/i18n.ts'
import { isDefaultButtonLocked } from '#shared/customization/rules.ts'
import type { DraftFields } from './draft.ts'
import { useEditing } from './editing.ts'
import { Address, Tick, Words } from './fields.tsx'

/** The button that every page has unless it is hidden. */
export function DefaultButtonFields() {
  const t = useText('editor')
  const { draft, change } = useEditing()
  const set = (set: Partial<DraftFields>) => change({ do: 'set', set }, Object.keys(set)[0])
  const locked = isDefaultButtonLocked(draft)
  return (
    <>
      <Tick
        label={t('hideDefaultButton')}
        path="hideDefaultButton"
        checked={draft.hideDefaultButton}
        onChange={(hideDefaultButton) => set({ hideDefaultButton })}
      />
      <Tick label={t('hideLink')} path="hideLink" checked={draft.hideLink} onChange={(hideLink) => set({ hideLink })} />
      <Words
        label={t('buttonText')}
        path="button_text"
        value={draft.button_text}
        most={60}
        disabled={locked}
        onChange={(button_text) => set({ button_text })}
      />
      <Address
        label={t('website')}
        hint={t('websiteHint')}
        path="website"
        value={draft.website}
        disabled={locked}
        onChange={(website) => set({ website })}
      />
    </>
  )
}
