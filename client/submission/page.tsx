import { useCallback } from 'react'
import { conflictsQuery, preloadOfflineQueries, recordPageQuery } from '#client/core/offline/read/queries.ts'
import { useKnownSensors } from '#client/readings/known-sensors.ts'
import type { Preload } from '#client/ui/layout/lazy-component.ts'
import { useChangeParams } from '#client/ui/layout/use-change-params.ts'
import { pageFromParams } from '#client/ui/table/paging.ts'
import { submissionEntity } from '#shared/submission/record.ts'
import { EntryPage } from './entry/entry-page.tsx'
import { knownForms, useKnownForms } from './known-forms.ts'
import { SubmissionList } from './list/list.tsx'

/** The list is rendered with its first rows; a search and the entry of answers also need the forms. */
export const preload: Preload = (params) => {
  const isList = !params.has('entry') && !params.has('search')
  const rows = isList ? [recordPageQuery(submissionEntity, pageFromParams(params))] : []
  return preloadOfflineQueries(...knownForms, conflictsQuery(submissionEntity), ...rows)
}

/** Lists submissions; `?entry=<id>` opens the entry of answers, `?preview=<id>` the preview. */
export function Component() {
  const [params, change] = useChangeParams()
  const forms = useKnownForms()
  // Stores the names of the sensors on the device before they are needed without a connection.
  useKnownSensors()
  const entry = params.get('entry')
  // A link to a correction is handled when the entry is open.
  const enter = useCallback((id: string) => change({ entry: id, preview: undefined, fix: undefined }), [change])
  // A new submission is at the top of the first page.
  const enterNew = (id: string) => change({ entry: id, page: undefined, search: undefined })
  const preview = useCallback((id: string) => change({ preview: id, entry: undefined }), [change])
  const close = () => change({ entry: undefined, preview: undefined })
  if (entry) {
    if (!forms) return null
    return <EntryPage key={entry} id={entry} forms={forms} onClose={close} onPreview={() => preview(entry)} />
  }
  return (
    <SubmissionList
      forms={forms}
      previewing={params.get('preview') ?? undefined}
      onEnter={enter}
      onCreated={enterNew}
      onPreview={preview}
      onClosePreview={close}
    />
  )
}
