import { Button } from '@chakra-ui/react'
import { LuClipboardList } from 'react-icons/lu'
import { loadDraft } from '#client/core/drafts/draft-storage.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { offline, useRecord, useServerBase } from '#client/core/offline/read/queries.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { useChangeParams } from '#client/ui/layout/use-change-params.ts'
import { type FormView, formEntity } from '#shared/form/record.ts'
import { Builder } from './builder.tsx'
import { draftKeyOf, StoredFormDraft } from './draft.ts'
import { FormList } from './list.tsx'

/** Form templates; `?edit=<id>` and `?edit=new` open the builder. */
export function Component() {
  const [params, change] = useChangeParams()
  const editing = params.get('edit')
  const close = () => change({ edit: undefined })
  // Drafts are stored by user id, which is known once the offline data is open.
  const owner = offline((state) => state.engine?.db.name)
  const viewer = useViewer()
  if (editing === 'new' && (owner || viewer?.demo)) {
    return <Builder key={`new ${owner}`} saved={undefined} server={undefined} onClose={close} />
  }
  if (editing === 'new') return null
  if (editing) return <OpenedForm key={editing} id={editing} onClose={close} />
  return <FormList onEdit={(id) => change({ edit: id })} />
}

function OpenedForm({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('form')
  const saved = useRecord<FormView>(formEntity, id)
  const server = useServerBase<FormView>(formEntity)
  if (saved === undefined || server === undefined) return null
  if (saved === null || saved.data.removedAt) {
    // Another user removed the form; the unsaved input stays.
    if (loadDraft(draftKeyOf(id), StoredFormDraft)) {
      return <Builder key="removed" saved={undefined} server={undefined} removedFormId={id} onClose={onClose} />
    }
    return (
      <Page title={t('editForm')}>
        <EmptyState icon={LuClipboardList} title={t('notFound')}>
          <Button onClick={onClose}>{t('back')}</Button>
        </EmptyState>
      </Page>
    )
  }
  return <Builder saved={saved} server={server.get(id)} onClose={onClose} />
}
