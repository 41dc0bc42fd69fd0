import { useSearchParams } from 'react-router'
import { EntryPage } from './entry-page.tsx'
import { useKnownForms } from './known-forms.ts'
import { SubmissionList } from './list.tsx'

/** Submissions; `?entry=<id>` opens the entry of their data, `?preview=<id>` what they say. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const forms = useKnownForms()
  const entry = params.get('entry')
  const preview = (id: string) => setParams({ preview: id })
  const close = () => setParams({})
  if (entry) {
    if (!forms) return null
    return <EntryPage key={entry} id={entry} forms={forms} onClose={close} onPreview={() => preview(entry)} />
  }
  return (
    <SubmissionList
      forms={forms}
      previewing={params.get('preview') ?? undefined}
      onEnter={(id) => setParams({ entry: id })}
      onPreview={preview}
      onClosePreview={close}
    />
  )
}
