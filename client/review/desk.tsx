import { Button, Flex, Heading, Kbd, Stack, Text } from '@chakra-ui/react'
import { type ReactNode, useCallback, useEffect, useReducer, useState } from 'react'
import { LuCheck, LuChevronLeft, LuChevronRight, LuInbox, LuKeyboard, LuPencil, LuX } from 'react-icons/lu'
import { useServerEvents } from '#client/core/http/server-events.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { ReviewChip } from '#client/review/review-chip.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import type { RejectionStatus, Review } from './define-review.ts'
import { type LastDecision, LastDecisionBar, lastDecision } from './last-decision.tsx'
import { NoteForm } from './note-form.tsx'
import { emptyQueue, type Queue, queueReducer } from './queue.ts'
import { type ReviewCommand, useReviewShortcuts } from './shortcuts.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useUndoDecision } from './use-undo-decision.ts'

type Props<T, Input> = {
  review: Review<T, Input>
  /** The document beside the details. */
  children: (item: T) => ReactNode
}
const maxWaiting = 200
const idOf = ({ id }: { id: string }) => id

/** Shows the waiting items one after another, with decisions by keys or buttons. */
export function ReviewDesk<T extends { id: string }, Input>({ review, children }: Props<T, Input>) {
  const t = useText('review')
  const { kind, list, refetch, nameOf, inputOf, rejections } = review
  const read = review.useWaiting(maxWaiting)
  const { mutateAsync } = review.useDecide()
  useServerEvents(kind, refetch)
  const rows = read.data?.rows
  const [queue, change] = useReducer(queueReducer<T>, emptyQueue as Queue<T>)
  const [refusing, setRefusing] = useState<RejectionStatus>()
  const [showsKeys, setShowsKeys] = useState(false)
  const [last, setLast] = useState<LastDecision>()
  const [isBusy, setBusy] = useState(false)
  const forget = useCallback(() => setLast(undefined), [])
  const { undo, isPending: isUndoing } = useUndoDecision(kind, [list])
  useEffect(() => rows && change({ type: 'read', rows, idOf }), [rows])
  const current = queue.entries[queue.at]
  const isOpen = current !== undefined && current.decided === undefined

  const decide = async (status: RejectionStatus | 'Approved', note?: string) => {
    if (!current || !isOpen || isBusy) return
    setBusy(true)
    const { id, item } = current
    change({ type: 'sending', id })
    try {
      await mutateAsync(inputOf(item, status, note))
      setRefusing(undefined)
      setLast(lastDecision(id, t(`did_${status}`, { name: nameOf(item) })))
      change({ type: 'decided', id, status })
    } catch (error) {
      change({ type: 'undone', id })
      throw error
    } finally {
      setBusy(false)
    }
  }
  const undoDecision = async () => {
    if (!last || isUndoing) return
    await undo(last.id)
    change({ type: 'undone', id: last.id })
    forget()
  }
  const go = (by: 1 | -1) => {
    setRefusing(undefined)
    change({ type: 'go', by })
  }
  const refuse = (status: RejectionStatus) => {
    if (isOpen && !isBusy && rejections.includes(status)) setRefusing(status)
  }
  // The error was already shown in a notification.
  const ignoreFailure = (work: Promise<unknown>) => void work.catch(() => undefined)
  const run: Record<ReviewCommand, () => void> = {
    next: () => go(1),
    previous: () => go(-1),
    approve: () => ignoreFailure(decide('Approved')),
    reject: () => refuse('Rejected'),
    requestChanges: () => refuse('Request Changes'),
    undo: () => ignoreFailure(undoDecision()),
    keys: () => setShowsKeys(true),
  }
  useReviewShortcuts((command) => run[command]())
  const commands = (Object.keys(run) as ReviewCommand[]).filter(
    (command) => command !== 'requestChanges' || rejections.includes('Request Changes'),
  )

  if (!rows) return <LoadState read={read} height="lg" />
  const waiting = queue.entries.filter(({ decided }) => !decided).length
  return (
    <Stack gap="5">
      {last && <LastDecisionBar last={last} busy={isUndoing} onUndo={run.undo} onOver={forget} />}
      {!current ? (
        <Panel>
          <EmptyState icon={LuInbox} title={t('nothingWaits')} hint={t('nothingWaitsHint')} />
        </Panel>
      ) : (
        <Panel>
          <Stack gap="5">
            <Flex gap="3" align="center" justify="space-between" wrap="wrap">
              <Stack gap="1" minWidth="0" aria-live="polite">
                <Text color="fg.muted" textStyle="sm" fontVariantNumeric="tabular-nums">
                  {t('deskPlace', { place: queue.at + 1, total: queue.entries.length, waiting })}
                </Text>
                <Flex gap="3" align="center" wrap="wrap">
                  <Heading as="h2" size="xl" fontWeight="600" overflowWrap="anywhere">
                    {nameOf(current.item)}
                  </Heading>
                  <ReviewChip status={current.decided ?? 'Pending Approval'} />
                </Flex>
              </Stack>
              <Flex gap="2" wrap="wrap">
                <DeskButton cap="K" disabled={queue.at === 0} onClick={run.previous}>
                  <LuChevronLeft aria-hidden />
                  {t('previous')}
                </DeskButton>
                <DeskButton cap="J" disabled={queue.at === queue.entries.length - 1} onClick={run.next}>
                  {t('next')}
                  <LuChevronRight aria-hidden />
                </DeskButton>
                <DeskButton cap="?" hideBelow="md" onClick={run.keys}>
                  <LuKeyboard aria-hidden />
                  {t('keys')}
                </DeskButton>
              </Flex>
            </Flex>
            <Flex gap="2" wrap="wrap" role="group" aria-label={t('decision')}>
              <DeskButton cap="A" variant="solid" disabled={!isOpen || isBusy} onClick={run.approve}>
                <LuCheck aria-hidden />
                {t('approve')}
              </DeskButton>
              {rejections.includes('Request Changes') && (
                <DeskButton cap="C" disabled={!isOpen || isBusy} onClick={run.requestChanges}>
                  <LuPencil aria-hidden />
                  {t('requestChanges')}
                </DeskButton>
              )}
              <DeskButton cap="R" disabled={!isOpen || isBusy} onClick={run.reject}>
                <LuX aria-hidden />
                {t('reject')}
              </DeskButton>
            </Flex>
            {refusing && isOpen && (
              <NoteForm
                key={`${current.id} ${refusing}`}
                title={t(refusing === 'Rejected' ? 'rejectTitle' : 'changesTitle', { name: nameOf(current.item) })}
                confirm={t(refusing === 'Rejected' ? 'reject' : 'requestChanges')}
                onSend={(note) => decide(refusing, note)}
                onCancel={() => setRefusing(undefined)}
              />
            )}
            {children(current.item)}
          </Stack>
        </Panel>
      )}
      <ShortcutsDialog open={showsKeys} commands={commands} onClose={() => setShowsKeys(false)} />
    </Stack>
  )
}

type DeskButtonProps = React.ComponentProps<typeof Button> & { cap: string }

/** A button with its keyboard shortcut. */
function DeskButton({ cap, children, ...button }: DeskButtonProps) {
  return (
    <Button size="sm" variant="outline" aria-keyshortcuts={cap} {...button}>
      {children}
      <Kbd size="sm" variant="subtle" aria-hidden hideBelow="md">
        {cap}
      </Kbd>
    </Button>
  )
}
