import { Button } from '@chakra-ui/react'
import { useCallback } from 'react'
import { LuPackageSearch, LuPlus, LuSlidersHorizontal } from 'react-icons/lu'
import { Link, useSearchParams } from 'react-router'
import { badRowsOf } from '#client/codes/bad-rows.ts'
import { BadRowsDialog } from '#client/codes/bad-rows-dialog.tsx'
import { useTask } from '#client/core/async/use-task.ts'
import { download } from '#client/core/files/download.ts'
import { urlOf } from '#client/core/http/api.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { offline, requireEngine } from '#client/core/offline/read/queries.ts'
import { useFixLink } from '#client/core/offline/read/use-fix-link.ts'
import { preferences } from '#client/core/session/preferences.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import { packContract, packLabelRoute } from '#shared/pack/contract.ts'
import { packEntity } from '#shared/pack/record.ts'
import { CaseView } from './case-view.tsx'
import { packName, usePackColumns } from './columns.tsx'
import { ContentsView } from './contents-view.tsx'
import { resubmitContents, type SavedPack } from './enqueue-pack.ts'
import { NumberingDialog } from './numbering-dialog.tsx'
import { PalletView } from './pallet-view.tsx'
import { packRejectionProblems } from './rejection-problems.ts'
import { UnpackDialog } from './unpack-dialog.tsx'
import { usePacks } from './use-packs.ts'

/** Lists cases and pallets; `?pack=case` and `?pack=pallet` pack one, `?contents=` shows what is in one. */
export function Component() {
  const viewer = useViewer()
  const engine = offline((state) => state.engine)
  const [params] = useSearchParams()
  const contents = params.get('contents')
  const may = viewer !== undefined && !viewer.demo && hasAccess(packContract.create.access, viewer.role)
  if (contents) return <ContentsView id={contents} />
  if (params.get('pack') === 'case') return <CaseView may={may && engine !== undefined} />
  if (params.get('pack') === 'pallet') return <PalletView may={may && engine !== undefined} />
  return <Packages may={may} />
}

type OpenDialog = { kind: 'numbering' } | { kind: 'unpack' | 'fix'; about: SavedPack }

function Packages({ may }: { may: boolean }) {
  const t = useText('pack')
  const viewer = useViewer()
  const paging = usePaging()
  const packs = usePacks(paging.query)
  const { open, setOpen, close } = useDialogs<OpenDialog>()
  const fix = useCallback(
    (pack: SavedPack) => setOpen({ kind: badRowsOf(pack.rejection) ? 'fix' : 'unpack', about: pack }),
    [setOpen],
  )
  const columns = usePackColumns(fix)
  useFixLink(packEntity, fix)
  const language = preferences((state) => state.language)
  const label = useTask(({ id, data }: SavedPack) =>
    download(urlOf(packLabelRoute, { params: { id }, query: { language } }), `${data.sscc ?? data.identifier}.pdf`),
  )
  const maySetNumbering = hasAccess(packContract.setNumbering.access, viewer?.role) && !viewer?.demo
  return (
    <Page
      title={t('title')}
      description={viewer?.demo ? t('demo') : may ? t('description') : t('role')}
      actions={
        <>
          {maySetNumbering && (
            <Button variant="outline" onClick={() => setOpen({ kind: 'numbering' })}>
              <LuSlidersHorizontal aria-hidden />
              {t('numbering')}
            </Button>
          )}
          {may && (
            <>
              <Button asChild variant="outline">
                <Link to="?pack=pallet">
                  <LuPlus aria-hidden />
                  {t('packPallet')}
                </Link>
              </Button>
              <Button asChild>
                <Link to="?pack=case">
                  <LuPlus aria-hidden />
                  {t('packCase')}
                </Link>
              </Button>
            </>
          )}
        </>
      }
    >
      <DataTable
        label={t('title')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ data }) => packName(data)}
        read={packs}
        paging={paging}
        searchable
        actions={(pack) => [
          {
            id: 'label',
            label: t('label'),
            disabled: pack.ver === 0,
            onSelect: () => label.mutate(pack),
          },
          {
            id: 'unpack',
            label: t('unpack'),
            danger: true,
            disabled: !may || pack.data.unpacked_at !== null || pack.data.pallet_id !== null,
            onSelect: () => setOpen({ kind: 'unpack', about: pack }),
          },
        ]}
        empty={
          <EmptyState
            icon={LuPackageSearch}
            title={t('emptyTitle')}
            hint={t(paging.query.search ? 'emptySearch' : 'emptyHint')}
          />
        }
      />
      {open?.kind === 'numbering' && <NumberingDialog onClose={close} />}
      {open?.kind === 'unpack' && <UnpackDialog pack={open.about} onClose={close} />}
      {open?.kind === 'fix' && (
        <BadRowsDialog
          record={open.about}
          codes={open.about.data.contents ?? []}
          problems={packRejectionProblems}
          onSendAgain={(contents) => resubmitContents(requireEngine(), open.about, contents)}
          onClose={close}
        />
      )}
    </Page>
  )
}
