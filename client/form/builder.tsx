import { Heading, Input, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { LuPlus } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { deleteDraft, loadDraft, storeDraft } from '#client/core/drafts/draft-storage.ts'
import { useUnsaved } from '#client/core/drafts/unsaved-changes.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import type { OfflineRecord } from '#client/core/offline/read/queries.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { CancelButton } from '#client/ui/form/cancel-button.tsx'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { RejectedChangeAlert } from '#client/ui/record/rejected-change-alert.tsx'
import { SortableList } from '#client/ui/sortable/sortable.tsx'
import { validationMessage } from '#shared/core/i18n/validation-text.ts'
import { unmeetableConditions } from '#shared/form/conditions.ts'
import { FormInput, maxSections } from '#shared/form/contract.ts'
import type { FormView } from '#shared/form/record.ts'
import { isEqualData } from '#shared/sync/rules.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { withNewIds } from './copies.ts'
import {
  applyFormEdit,
  draftKeyOf,
  type EditableForm,
  formDraftOf,
  StoredFormDraft,
  withoutForeignSettings,
} from './draft.ts'
import { TryOutButton } from './fill/try-out-button.tsx'
import { FormUse } from './form-use.tsx'
import { formRejectionProblems } from './list.tsx'
import { useDecidingQuestions } from './rules/deciding-questions.ts'
import { useExpressionIssues } from './rules/use-expression-issues.ts'
import { namedQuestions, VariablesContext } from './rules/variables.ts'
import { saveForm } from './save.ts'
import { SectionCard } from './section-card.tsx'
import { isAboutSettings, noSettingsIssues, settingsIssuesOf } from './settings-issues.ts'
import { Timeline } from './timeline.tsx'
import { untouchedParts } from './untouched-parts.ts'

type Props = {
  saved: OfflineRecord<FormView> | undefined
  /** The form on the server, if it differs from the one on this device. */
  server: FormView | undefined
  /** A form that another user deleted during editing: the input is saved as a new form. */
  removedFormId?: string
  onClose: () => void
}

const none: ReadonlySet<string> = new Set()

/** Creates and edits a form. The input is stored on the device until it is saved or discarded. */
export function Builder({ saved, server, removedFormId, onClose }: Props) {
  const t = useText('form')
  const ui = useText('ui')
  const language = useLanguage()
  const deniedReason = useDeniedReason('confirmedMerchant')
  const draftKey = draftKeyOf(saved?.id ?? removedFormId ?? 'new')
  const [storedDraft] = useState(() => loadDraft(draftKey, StoredFormDraft))
  const [opened] = useState(() =>
    saved && storedDraft?.opened ? { ...saved, ...(storedDraft.opened as typeof saved) } : saved,
  )
  const [before] = useState<EditableForm>(() =>
    opened ? formDraftOf(opened.data) : { name: t('formTitle'), custom_id_label: '', sections: [] },
  )
  const [draft, change] = useReducer(applyFormEdit, undefined, () => {
    const typed = storedDraft?.draft ?? before
    return removedFormId && storedDraft ? withNewIds(typed) : typed
  })
  /** The number of attempts to save: after the first, fields show their errors. */
  const [tries, setTries] = useState(0)
  const hasTriedToSave = tries > 0
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tries > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries])
  const leave = () => {
    change({ do: 'replace', draft: before })
    deleteDraft(draftKey)
    onClose()
  }
  const dirty = !isEqualData(draft, before)
  useUnsaved(dirty)
  useEffect(() => {
    const seen = opened && { ver: opened.ver, data: opened.data }
    if (dirty) storeDraft(draftKey, { draft, ...(seen && { opened: seen }) })
    else deleteDraft(draftKey)
  }, [dirty, draft, draftKey, opened])

  const issues = useMemo(() => FormInput.safeParse(withoutForeignSettings(draft)).error?.issues ?? [], [draft])
  const settingsIssues = useMemo(() => settingsIssuesOf(draft, issues), [draft, issues])
  const nameIssue = issues.find(({ path }) => path[0] === 'name')
  const otherIssue = issues.find((issue) => issue !== nameIssue && !isAboutSettings(issue))
  const isUnnamed = !saved && draft.name.trim() === t('formTitle')
  const nameError = nameIssue?.message ?? (isUnnamed ? t('nameForm') : undefined)
  const deciding = useDecidingQuestions(draft)
  const neverShown = useMemo(() => new Set(unmeetableConditions(draft.sections).map(({ id }) => id)), [draft])
  const untouched = useMemo(() => untouchedParts(draft), [draft])
  const expressionIssues = useExpressionIssues(draft)
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  }, [draft])
  const variables = useMemo(
    () => ({
      questions: () => namedQuestions(latest.current),
      name: (id: string, key: string) => change({ do: 'setVariable', id, key }),
    }),
    [],
  )
  const [collapsed, setCollapsed] = useState(none)
  const collapse = useCallback(
    (id: string) =>
      setCollapsed((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id])),
    [],
  )
  const save = useTask(async () => {
    setTries(tries + 1)
    if (issues.length > 0 || isUnnamed || untouched.size + neverShown.size + expressionIssues.size > 0) {
      setCollapsed(none)
      return
    }
    // An unchanged form is sent again only when the server rejected it.
    if (dirty || saved?.state !== 'sent') await saveForm(saved?.state === 'attention' ? saved : opened, draft)
    leave()
    notify({ tone: 'success', title: t('saved') })
  })
  const known = new Set(
    (server ?? (saved && saved.ver > 0 ? saved.data : undefined))?.sections.flatMap(({ questions }) =>
      questions.map(({ id }) => id),
    ),
  )
  return (
    <Page title={saved ? t('editForm') : t('newForm')}>
      <RejectedChangeAlert
        record={saved ?? {}}
        problems={formRejectionProblems}
        disabledReason={deniedReason}
        onDiscarded={leave}
      >
        {server && (
          <Stack gap="2">
            <Text>{t('staleHint')}</Text>
            <Heading as="h3" size="sm">
              {t('theirs')}: {server.name}
            </Heading>
            <Timeline sections={formDraftOf(server).sections} />
          </Stack>
        )}
      </RejectedChangeAlert>
      {storedDraft && dirty && (
        <Text role="status" color="fg.muted">
          {removedFormId ? t('salvaged') : ui('draftBack')}
        </Text>
      )}
      <SimpleGrid ref={fields} columns={{ base: 1, xl: 4 }} gap="6" alignItems="start">
        <Stack gap="6" gridColumn={{ xl: 'span 3' }} minWidth="0">
          <Panel title={t('template')}>
            {saved && <FormUse formId={saved.id} />}
            <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
              <FieldFrame label={t('templateName')} required error={hasTriedToSave ? nameError : undefined}>
                <Input
                  value={draft.name}
                  maxLength={120}
                  onChange={({ target }) => change({ do: 'setForm', set: { name: target.value } })}
                />
              </FieldFrame>
              <FieldFrame label={t('identifierLabel')} hint={t('identifierHint')}>
                <Input
                  value={draft.custom_id_label}
                  maxLength={80}
                  placeholder={t('identifier')}
                  onChange={({ target }) => change({ do: 'setForm', set: { custom_id_label: target.value } })}
                />
              </FieldFrame>
            </SimpleGrid>
          </Panel>
          <Stack gap="4">
            <Heading as="h2" size="lg" fontWeight="600">
              {t('sections')}
            </Heading>
            {draft.sections.length === 0 && <EmptyState title={t('noSections')} hint={t('noSectionsHint')} />}
            <VariablesContext value={variables}>
              <SortableList
                ids={draft.sections.map(({ id }) => id)}
                label={t('sections')}
                onMove={(from, to) => change({ do: 'moveSection', from, to })}
              >
                {draft.sections.map((section, index) => (
                  <SectionCard
                    key={section.id}
                    section={section}
                    index={index}
                    known={known}
                    untouched={hasTriedToSave ? untouched : none}
                    deciding={deciding}
                    neverShown={hasTriedToSave && neverShown.size > 0 ? neverShown : none}
                    issues={hasTriedToSave ? settingsIssues : noSettingsIssues}
                    expressionIssues={expressionIssues}
                    collapsed={collapsed}
                    onCollapse={collapse}
                    change={change}
                  />
                ))}
              </SortableList>
            </VariablesContext>
            <ButtonWithReason
              variant="outline"
              alignSelf="start"
              disabledReason={
                draft.sections.length >= maxSections ? t('mostSections', { most: maxSections }) : undefined
              }
              onClick={() => change({ do: 'addSection', id: uuid7() })}
            >
              <LuPlus aria-hidden />
              {t('addSection')}
            </ButtonWithReason>
          </Stack>
        </Stack>
        <Panel title={t('timeline')} position={{ xl: 'sticky' }} top="4">
          {draft.sections.length === 0 ? (
            <Text color="fg.muted">{t('noSections')}</Text>
          ) : (
            <Timeline sections={draft.sections} />
          )}
        </Panel>
      </SimpleGrid>
      {hasTriedToSave && otherIssue && (
        <InlineAlert status="error" role="alert">
          {validationMessage(otherIssue.message, language)}
        </InlineAlert>
      )}
      <Stack direction="row" gap="3" wrap="wrap" align="start">
        <ButtonWithReason disabledReason={deniedReason} onClick={() => save.mutate()} loading={save.isPending}>
          {ui('save')}
        </ButtonWithReason>
        <TryOutButton formId={saved?.id ?? 'new'} draft={draft} />
        <CancelButton dirty={dirty} onLeave={leave} />
      </Stack>
    </Page>
  )
}
