import { Box, Image, Link } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuFileText, LuImages } from 'react-icons/lu'
import { fileUrl } from '#client/core/files/file-url.ts'
import { formatDate } from '#client/core/format/date.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { mediaContract, type Upload } from '#shared/media/contract.ts'
import { UploadPanel } from './upload-panel.tsx'

const filters = { kind: ['image', 'pdf'] } as const

/** The merchant's images and documents. */
export function Component() {
  const t = useText('media')
  const deniedReason = useDeniedReason('merchant')
  const paging = usePaging({ filters })
  const uploads = useRead(mediaContract.list, { query: paging.query })
  const columns = useColumns()
  const { setOpen, close, about } = useDialogs<{ kind: 'remove'; about: Upload }>()
  const remove = useWrite(mediaContract.remove, { done: t('removed'), refresh: [mediaContract.list] })
  return (
    <Page title={t('title')} description={t('description')}>
      <UploadPanel deniedReason={deniedReason} />
      <DataTable
        label={t('title')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        read={uploads}
        paging={paging}
        searchable
        name="media"
        list={mediaContract.list}
        filters={[
          { name: 'kind', label: t('type'), options: filters.kind.map((value) => ({ value, label: t(value) })) },
        ]}
        actions={(file) => [
          {
            id: 'remove',
            label: t('remove'),
            danger: true,
            disabled: deniedReason !== undefined,
            onSelect: () => setOpen({ kind: 'remove', about: file }),
          },
        ]}
        empty={<EmptyState icon={LuImages} title={t('emptyTitle')} {...(!deniedReason && { hint: t('emptyHint') })} />}
      />
      <RemoveDialog
        item={about('remove')}
        title={({ name }) => t('removeTitle', { name })}
        hint={t('removeHint')}
        busy={remove.isPending}
        onRemove={({ id }) => remove.mutate({ params: { id } }, { onSettled: close })}
        onClose={close}
      />
    </Page>
  )
}

function useColumns(): Column<Upload>[] {
  const t = useText('media')
  return useMemo(
    () => [
      { id: 'preview', header: t('preview'), cell: (file) => <Preview file={file} /> },
      { id: 'name', header: t('name'), main: true, sort: 'name', cell: ({ name }) => withoutExtension(name) },
      { id: 'type', header: t('type'), sort: 'type', cell: ({ ext }) => ext.slice(1).toUpperCase() },
      { id: 'date', header: t('date'), sort: 'date', cell: ({ createdAt }) => formatDate(createdAt) },
    ],
    [t],
  )
}

function Preview({ file }: { file: Upload }) {
  const t = useText('media')
  return (
    <Link href={fileUrl(file)} target="_blank" rel="noreferrer" aria-label={t('openNamed', { name: file.name })}>
      {file.mime.startsWith('image/') ? (
        <Image src={fileUrl(file)} alt="" loading="lazy" boxSize="12" objectFit="cover" borderWidth="1px" />
      ) : (
        <Box boxSize="12" display="grid" placeItems="center" borderWidth="1px" bg="bg.subtle">
          <LuFileText aria-hidden size="24" />
        </Box>
      )}
    </Link>
  )
}

/** The file name without its extension: `tea.leaf.png` gives `tea.leaf`. A name that is only an extension stays. */
function withoutExtension(name: string): string {
  return name.replace(/(?<=.)\.[^.]+$/, '')
}
