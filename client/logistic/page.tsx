import { Button } from '@chakra-ui/react'
import { Suspense, useCallback, useEffect, useEffectEvent } from 'react'
import { LuBellRing, LuPlus, LuTruck } from 'react-icons/lu'
import { useSearchParams } from 'react-router'
import { badRowsOf } from '#client/codes/bad-rows.ts'
import { BadRowsDialog } from '#client/codes/bad-rows-dialog.tsx'
import { useHasReceived } from '#client/codes/with-received.ts'
import { useTask } from '#client/core/async/use-task.ts'
import { showErrorOnFailure } from '#client/core/http/errors.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import {
  type OfflineRecord,
  offline,
  preloadOfflineQueries,
  recordPageQuery,
  requireEngine,
  useRecordPage,
} from '#client/core/offline/read/queries.ts'
import { useFixLink } from '#client/core/offline/read/use-fix-link.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { resubmitCodes } from '#client/logistic/enqueue-shipment.ts'
import { logisticRejectionProblems } from '#client/logistic/rejection-problems.ts'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { type Dialogs, useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { ButtonWithReason, type ReasonAlign } from '#client/ui/feedback/button-with-reason.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { lazyComponent, type Preload } from '#client/ui/layout/lazy-component.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { useOpenLink } from '#client/ui/layout/use-open-link.ts'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { pageFromParams, usePaging } from '#client/ui/table/paging.ts'
import { type LogisticView, logisticEntity } from '#shared/logistic/record.ts'
import { AddShipmentDialog } from './add/add-dialog.tsx'
import { ResumeDialog } from './add/resume-dialog.tsx'
import { discardShipmentDraft, newShipmentDraft, type ShipmentDraft, unfinishedShipment } from './add/shipment-draft.ts'
import { nameOf, useShipmentColumns } from './columns.tsx'
import { EditShipmentDialog } from './edit/edit-dialog.tsx'
import { removeShipment } from './enqueue-shipment.ts'
import { ItemsView } from './items-view.tsx'
import { RuleDialog } from './rule-dialog.tsx'

const ShipmentLog = lazyComponent(() => import('./log-page.tsx'))

/** Narrower spacing, so that all columns and the menu are visible on a laptop in every language. */
const denseTableStyles = { '& :is(th, td)': { paddingInline: '2' } }

/** The list is rendered with its first rows. */
export const preload: Preload = (params) => {
  const isWholeList = !['items', 'log', 'search'].some((name) => params.has(name))
  return preloadOfflineQueries(...(isWholeList ? [recordPageQuery(logisticEntity, pageFromParams(params))] : []))
}

/** Lists shipments; `?items=` shows the codes of one, `?log=` its temperature log. */
export function Component() {
  const t = useText('logistic')
  const viewer = useViewer()
  const [params] = useSearchParams()
  const items = params.get('items')
  const log = params.get('log')
  if (!viewer?.features.includes('temperature')) {
    return (
      <Page title={t('title')}>
        <EmptyState icon={LuTruck} title={t('off')} hint={t('offHint')} />
      </Page>
    )
  }
  if (log) {
    return (
      <Suspense fallback={<Loading />}>
        <ShipmentLog key={log} id={log} />
      </Suspense>
    )
  }
  return items ? <ItemsView id={items} /> : <Shipments />
}

type Shipment = OfflineRecord<LogisticView>
type OpenDialog =
  | { kind: 'add' | 'resume'; about: ShipmentDraft }
  | { kind: 'rule' }
  | { kind: 'edit' | 'correct' | 'fix' | 'remove'; about: Shipment }

function Shipments() {
  const t = useText('logistic')
  const words = useText('sensor')
  const deniedReason = useShippingDeniedReason()
  const paging = usePaging()
  const search = paging.query.search?.toLowerCase()
  const matches = useCallback(
    ({ identifier, recipient }: LogisticView) =>
      [identifier, recipient].some((word) => word?.toLowerCase().includes(search ?? '')),
    [search],
  )
  const shipments = useRecordPage<LogisticView>(logisticEntity, paging.query, search ? matches : undefined)
  const dialogs = useDialogs<OpenDialog>()
  const { open, setOpen, close, about } = dialogs
  const draft = useUnfinishedShipment(deniedReason === undefined, dialogs)
  useOpenLink('new', deniedReason === undefined ? draft.add : undefined)
  const remove = useTask(async (shipment: Shipment) => {
    await removeShipment(requireEngine(), shipment)
    notify({ tone: 'success', title: t('removed') })
    close()
  })
  const fix = useCallback(
    (shipment: Shipment) => setOpen({ kind: badRowsOf(shipment.rejection) ? 'fix' : 'correct', about: shipment }),
    [setOpen],
  )
  const columns = useShipmentColumns(fix)
  useFixLink(logisticEntity, fix)
  useShipmentOfFile(deniedReason === undefined, draft.add)
  const addButton = (label: string, align: ReasonAlign) => (
    <ButtonWithReason disabledReason={deniedReason} align={align} onClick={draft.add}>
      <LuPlus aria-hidden />
      {label}
    </ButtonWithReason>
  )
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        <>
          <Button variant="outline" onClick={() => setOpen({ kind: 'rule' })}>
            <LuBellRing aria-hidden />
            {words('ruleOpen')}
          </Button>
          {addButton(t('add'), 'heading')}
        </>
      }
    >
      <DataTable
        label={t('title')}
        styles={denseTableStyles}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ data }) => nameOf(data)}
        read={shipments}
        paging={paging}
        searchable
        actions={(shipment) => [
          {
            id: 'edit',
            label: t('edit'),
            disabled: deniedReason !== undefined,
            onSelect: () => setOpen({ kind: 'edit', about: shipment }),
          },
          {
            id: 'remove',
            label: t('remove'),
            danger: true,
            disabled: deniedReason !== undefined,
            onSelect: () => setOpen({ kind: 'remove', about: shipment }),
          },
        ]}
        empty={
          <EmptyState icon={LuTruck} title={t('emptyTitle')} hint={t('emptyHint')}>
            {addButton(t('addFirst'), 'center')}
          </EmptyState>
        }
      />
      {open?.kind === 'rule' && <RuleDialog onClose={close} />}
      {open?.kind === 'add' && <AddShipmentDialog initial={open.about} onClose={close} />}
      {open?.kind === 'resume' && (
        <ResumeDialog draft={open.about} onContinue={draft.resume} onDiscard={draft.discard} onLater={close} />
      )}
      {open?.kind === 'edit' && <EditShipmentDialog shipment={open.about} onClose={close} />}
      {open?.kind === 'correct' && <EditShipmentDialog shipment={open.about} isReminded onClose={close} />}
      {open?.kind === 'fix' && <FixShipmentDialog shipment={open.about} onClose={close} />}
      <RemoveDialog
        item={about('remove')}
        title={({ data }) => t('removeTitle', { name: nameOf(data) })}
        hint={t('removeBody')}
        busy={remove.isPending}
        onRemove={remove.mutate}
        onClose={close}
      />
    </Page>
  )
}

/** The user's draft, offered when the screen opens and before another shipment is started. */
function useUnfinishedShipment(isAble: boolean, { setOpen, replace, close }: Dialogs<OpenDialog>) {
  const t = useText('logistic')
  /** Runs `then` with the draft, unless it was saved, discarded or opened in another tab meanwhile. */
  const withUnfinished = async (then: (draft: ShipmentDraft) => void) => {
    const unfinished = await unfinishedShipment()
    if (unfinished && unfinished !== 'elsewhere') return then(unfinished)
    close()
    notify({ tone: 'info', title: t(unfinished ? 'openElsewhere' : 'begunGone') })
  }
  useEffect(() => {
    if (!isAble) return
    let isGone = false
    const offer = (draft: ShipmentDraft) => !isGone && setOpen((before) => before ?? { kind: 'resume', about: draft })
    void unfinishedShipment().then((unfinished) => unfinished && unfinished !== 'elsewhere' && offer(unfinished))
    return () => {
      isGone = true
    }
  }, [isAble, setOpen])
  return {
    add: () =>
      showErrorOnFailure(
        unfinishedShipment().then((unfinished) => {
          if (unfinished === 'elsewhere') notify({ tone: 'info', title: t('openElsewhere') })
          else replace(unfinished ? { kind: 'resume', about: unfinished } : { kind: 'add', about: newShipmentDraft() })
        }),
      ),
    resume: () => showErrorOnFailure(withUnfinished((about) => replace({ kind: 'add', about }))),
    discard: () => showErrorOnFailure(withUnfinished(() => void discardShipmentDraft().then(close))),
  }
}

/** Begins a shipment for a file that another app gave to this one; its second step reads the file. */
function useShipmentOfFile(isAble: boolean, add: () => void) {
  const hasFile = useHasReceived()
  const begin = useEffectEvent(add)
  useEffect(() => {
    if (isAble && hasFile) begin()
  }, [isAble, hasFile])
}

/** The reason why the user cannot save here: their role, or the offline data is not open yet. */
function useShippingDeniedReason(): string | undefined {
  const ui = useText('ui')
  const deniedReason = useDeniedReason('merchantOrDealer')
  const engine = offline((state) => state.engine)
  return deniedReason ?? (engine ? undefined : ui('loading'))
}

type Props = { shipment: OfflineRecord<LogisticView>; onClose: () => void }

/** Corrects a shipment that was rejected because of some of its codes. */
function FixShipmentDialog({ shipment, onClose }: Props) {
  return (
    <BadRowsDialog
      record={shipment}
      codes={shipment.data.addresses ?? []}
      problems={logisticRejectionProblems}
      onSendAgain={(addresses) => resubmitCodes(requireEngine(), shipment, addresses)}
      onClose={onClose}
    />
  )
}
