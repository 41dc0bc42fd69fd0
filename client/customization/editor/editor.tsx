import { Alert, Box, Button, Fieldset, Grid, Stack, Text } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { LuArrowLeft } from 'react-icons/lu'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { letterOf } from '#client/core/letter-key.ts'
import { preferences } from '#client/core/session/preferences.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { AddBlockButtons, BlockList } from '#client/customization/blocks/block-list.tsx'
import { draftOf } from '#client/customization/draft/draft.ts'
import { useDraft } from '#client/customization/draft/use-draft.ts'
import { PhonePreview, type PreviewSettings } from '#client/customization/preview/phone-preview.tsx'
import { PreviewSheet, useIsWideScreen } from '#client/customization/preview/preview-sheet.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { type CustomizationState, customizationContract } from '#shared/customization/contract.ts'
import type { Sku } from '#shared/sku/contract.ts'
import { ClonePicker } from './clone-picker.tsx'
import { ConfirmDialogs } from './confirm-dialogs.tsx'
import { EditorActions } from './editor-actions.tsx'
import { EditorProvider } from './editor-context.ts'
import { PageSections } from './page-sections.tsx'
import { UndoButtons } from './undo-buttons.tsx'
import { useEditorActions } from './use-editor-actions.ts'

type Props = { product: Sku; state: CustomizationState; onClose: () => void }

/** The editor of a product's verify page, with a preview beside it. */
export function Component({ product, state, onClose }: Props) {
  const t = useText('editor')
  const ui = useText('ui')
  const deniedReason = useDeniedReason('confirmedMerchant')
  const hasRoom = useIsWideScreen()
  const [look, setLook] = useState<PreviewSettings>(() => {
    const { language, theme } = preferences.getState()
    return { language, theme }
  })
  const { draft, change, isBack, isReady, reset, ...history } = useDraft(state)
  useUndoKeys(history.undo, history.redo)
  const added = useRef<string>(undefined)
  const [focus, setFocus] = useState<string>()
  const [source, setSource] = useState<Sku>()
  const cloned = useCloneSource(source)
  const isDraftSource = cloned?.isDraft === true
  const actions = useEditorActions({ state, draft, cloned, reset, onClose, onCancelled: () => setSource(undefined) })
  if (!isReady) return null

  const preview = (
    <PhonePreview
      product={source ?? product}
      draft={cloned ? draftOf(cloned) : draft}
      hosts={state.hosts}
      look={look}
      onLook={setLook}
      focus={source ? undefined : focus}
    />
  )
  const back = (
    <Button variant="outline" onClick={onClose}>
      <LuArrowLeft aria-hidden />
      {t('back')}
    </Button>
  )
  const busy = actions.stage !== undefined
  return (
    <Page title={t('editing', { name: product.name })} description={product.sku} actions={back}>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' }}
        gap="6"
        alignItems="start"
      >
        <Stack gap="6" minWidth="0" ref={actions.root}>
          {isBack && (
            <Text role="status" color="fg.muted">
              {ui('draftBack')}
            </Text>
          )}
          <ClonePicker product={product} chosen={source} disabled={busy} onChoose={setSource} />
          {source ? (
            <InlineAlert status={isDraftSource ? 'warning' : 'info'}>
              {t(isDraftSource ? 'cloneShownDraft' : 'cloneShown', {
                name: source.name,
                sku: source.sku,
                own: product.name,
              })}
            </InlineAlert>
          ) : (
            <EditorProvider
              value={{
                state,
                draft,
                change,
                history,
                addedBlock: added,
                show: setFocus,
                theme: look.theme,
                issueAt: (path) => actions.issues.get(path),
                hasIssueIn: (path) => [...actions.issues.keys()].some((at) => at.startsWith(`${path}.`)),
              }}
            >
              <Fieldset.Root disabled={busy} minWidth="0" aria-label={t('editing', { name: product.name })}>
                <Stack gap="6">
                  <AddBlockButtons />
                  <PageSections issues={actions.issues} />
                  <BlockList />
                </Stack>
              </Fieldset.Root>
            </EditorProvider>
          )}
          {actions.retry && (
            <Alert.Root status="error">
              <Alert.Indicator />
              <Alert.Title flex="1">{t('uploadFailed')}</Alert.Title>
              <Button size="sm" variant="outline" onClick={actions.retry}>
                {t('tryAgain')}
              </Button>
            </Alert.Root>
          )}
          <EditorActions
            state={state}
            isCloning={source !== undefined}
            deniedReason={deniedReason}
            stage={actions.stage}
            onAsk={actions.ask}
          >
            {!source && <UndoButtons {...history} />}
            {!hasRoom && <PreviewSheet>{preview}</PreviewSheet>}
          </EditorActions>
        </Stack>
        {hasRoom && (
          <Box as="aside" aria-label={t('preview')} position="sticky" top="20">
            {preview}
          </Box>
        )}
      </Grid>
      <ConfirmDialogs
        question={actions.question}
        state={state}
        source={source}
        isDraftSource={isDraftSource}
        onYes={actions.run}
        onNo={actions.answerNo}
      />
    </Page>
  )
}

/** Loads the customization that is to be cloned. */
function useCloneSource(source: Sku | undefined) {
  const params = { id: source?.id ?? '' }
  const { data } = useRead(customizationContract.read, { params }, { enabled: source !== undefined })
  return source && data?.skuId === source.id ? data.customization : undefined
}

/** Ctrl+Z (Command on a Mac) is undo and Ctrl+Shift+Z is redo for any focused element, except in a dialog. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      if (event.target instanceof Element && event.target.closest('[role=dialog], [role=alertdialog]')) return
      if (letterOf(event) !== 'z') return
      event.preventDefault()
      if (event.shiftKey) redo()
      else undo()
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [undo, redo])
}
