import { useText } from '#client/core/i18n/i18n.ts'
import type { PageDraftFields } from '#client/customization/draft/draft.ts'
import { DraftCheckboxField, DraftTextField, DraftUrlField } from '#client/customization/fields/draft-fields.tsx'
import { HostHint } from '#client/customization/fields/host-hint.tsx'
import { isDefaultButtonLocked } from '#shared/customization/rules.ts'
import { useEditor } from './editor-context.ts'

/** The button that every page shows unless it is hidden. */
export function DefaultButtonFields() {
  const t = useText('editor')
  const { draft, change } = useEditor()
  const set = (set: Partial<PageDraftFields>) => change({ do: 'set', set }, Object.keys(set)[0])
  const locked = isDefaultButtonLocked(draft)
  return (
    <>
      <DraftCheckboxField
        label={t('hideDefaultButton')}
        path="hideDefaultButton"
        checked={draft.hideDefaultButton}
        onChange={(hideDefaultButton) => set({ hideDefaultButton })}
      />
      <DraftCheckboxField
        label={t('hideLink')}
        path="hideLink"
        checked={draft.hideLink}
        onChange={(hideLink) => set({ hideLink })}
      />
      <DraftTextField
        label={t('buttonText')}
        path="button_text"
        value={draft.button_text}
        maxLength={60}
        disabled={locked}
        onChange={(button_text) => set({ button_text })}
      />
      <DraftUrlField
        label={t('website')}
        hint={t('websiteHint')}
        path="website"
        value={draft.website}
        disabled={locked}
        onChange={(website) => set({ website })}
      />
      {!locked && <HostHint use="redirect" link={draft.website} />}
    </>
  )
}
