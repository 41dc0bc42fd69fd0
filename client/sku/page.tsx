import { Box, Button, Link as ChakraLink, Flex, Image } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { LuBox, LuPlus, LuUpload } from 'react-icons/lu'
import { Link } from 'react-router'
import { fileUrl } from '#client/core/files/file-url.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { ButtonWithReason, type ReasonAlign } from '#client/ui/feedback/button-with-reason.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { RemoveDialog } from '#client/ui/feedback/remove-dialog.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { useOpenLink } from '#client/ui/layout/use-open-link.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { type Sku, skuContract } from '#shared/sku/contract.ts'
import { trademarkContract } from '#shared/trademark/contract.ts'
import { BulkDialog, TemplateButton } from './bulk/dialog.tsx'
import { SkuDialog, type SkuDialogMode } from './sku-dialog.tsx'
import { SkuFacts } from './sku-facts.tsx'
import { VerifyUrlDialog } from './verify-url-dialog.tsx'

const filters = { active: ['yes', 'no'] } as const

/** Lists the merchant's own products. */
export function Component() {
  const t = useText('sku')
  const deniedReason = useDeniedReason('confirmed')
  const paging = usePaging({ filters })
  const products = useRead(skuContract.list, { query: paging.query })
  const brands = useRead(trademarkContract.count, {})
  const columns = useColumns()
  const bulk = useText('skuBulk')
  const [editing, setEditing] = useState<SkuDialogMode>()
  const [isUploading, setUploading] = useState(false)
  const [linking, setLinking] = useState<Sku>()
  const [removing, setRemoving] = useState<Sku>()
  const remove = useWrite(skuContract.remove, { done: t('removed'), refresh: [skuContract.list] })
  const [deactivating, setDeactivating] = useState<Sku>()
  const refresh = [skuContract.list]
  const activate = useWrite(skuContract.setActive, { done: t('activated'), refresh })
  const deactivate = useWrite(skuContract.setActive, { done: t('deactivated'), refresh })
  const canWrite = deniedReason === undefined
  const withoutBrand = brands.data?.count === 0
  useOpenLink('new', canWrite && brands.data && !withoutBrand ? () => setEditing({ how: 'add' }) : undefined)
  const addButton = (label: string, align: ReasonAlign) => (
    <ButtonWithReason
      disabledReason={deniedReason ?? (withoutBrand ? t('noBrand') : undefined)}
      align={align}
      onClick={() => setEditing({ how: 'add' })}
    >
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
          <TemplateButton />
          <Button variant="outline" onClick={() => setUploading(true)}>
            <LuUpload aria-hidden />
            {bulk('upload')}
          </Button>
          {addButton(t('add'), 'heading')}
        </>
      }
    >
      <DataTable
        label={t('title')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        read={products}
        paging={paging}
        searchable
        name="sku"
        list={skuContract.list}
        filters={[
          {
            name: 'active',
            label: t('status'),
            options: [
              { value: 'yes', label: t('active') },
              { value: 'no', label: t('inactive') },
            ],
          },
        ]}
        detail={(product) => <SkuFacts product={product} />}
        actions={(product) => [
          {
            id: 'edit',
            label: t('edit'),
            disabled: !canWrite,
            onSelect: () => setEditing({ how: 'edit', product }),
          },
          {
            id: 'url',
            label: t('verifyUrl'),
            // A page without its button has no link.
            disabled: !canWrite || product.details.customization?.hideDefaultButton === true,
            onSelect: () => setLinking(product),
          },
          {
            id: 'clone',
            label: t('clone'),
            disabled: !canWrite,
            onSelect: () => setEditing({ how: 'copy', product }),
          },
          {
            id: 'active',
            label: product.active ? t('deactivate') : t('activate'),
            disabled: !canWrite,
            onSelect: () =>
              product.active
                ? setDeactivating(product)
                : activate.mutate({ params: { id: product.id }, body: { active: true } }),
          },
          { id: 'remove', label: t('remove'), danger: true, disabled: !canWrite, onSelect: () => setRemoving(product) },
        ]}
        empty={
          withoutBrand ? (
            <EmptyState icon={LuBox} title={t('emptyTitle')} hint={t('noBrand')}>
              <Button asChild>
                <Link to="/brand">{t('toBrands')}</Link>
              </Button>
            </EmptyState>
          ) : (
            <EmptyState icon={LuBox} title={t('emptyTitle')} hint={t('emptyHint')}>
              {addButton(t('addFirst'), 'center')}
            </EmptyState>
          )
        }
      />
      <SkuDialog editing={editing} onClose={() => setEditing(undefined)} />
      <BulkDialog open={isUploading} onClose={() => setUploading(false)} deniedReason={deniedReason} />
      <VerifyUrlDialog product={linking} onClose={() => setLinking(undefined)} />
      <ConfirmDialog
        open={deactivating !== undefined}
        title={t('deactivateTitle', { name: deactivating?.name ?? '' })}
        confirm={t('deactivate')}
        busy={deactivate.isPending}
        onCancel={() => setDeactivating(undefined)}
        onConfirm={() =>
          deactivate.mutate(
            { params: { id: deactivating!.id }, body: { active: false } },
            { onSettled: () => setDeactivating(undefined) },
          )
        }
      >
        {t('deactivateHint')}
      </ConfirmDialog>
      <RemoveDialog
        item={removing}
        title={({ name }) => t('removeTitle', { name })}
        hint={t('removeHint')}
        confirm={t('remove')}
        busy={remove.isPending}
        onRemove={({ id }) => remove.mutate({ params: { id } }, { onSettled: () => setRemoving(undefined) })}
        onClose={() => setRemoving(undefined)}
      />
    </Page>
  )
}

function useColumns(): Column<Sku>[] {
  const t = useText('sku')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('name'),
        main: true,
        sort: 'name',
        cell: ({ name, details }) => (
          <Flex as="span" gap="3" align="center">
            {details.images[0] && (
              <Image src={fileUrl(details.images[0])} alt="" boxSize="8" flexShrink="0" objectFit="cover" />
            )}
            <Box as="span" minWidth="0">
              {name}
            </Box>
          </Flex>
        ),
      },
      { id: 'sku', header: t('sku'), sort: 'sku', cell: ({ sku }) => sku },
      { id: 'brand', header: t('brand'), cell: ({ trademark }) => trademark.registration_name },
      {
        id: 'status',
        header: t('status'),
        cell: ({ active }) => (
          <StatusChip tone={active ? 'good' : 'plain'}>{active ? t('active') : t('inactive')}</StatusChip>
        ),
      },
      {
        id: 'codes',
        header: t('codes'),
        cell: ({ id, active }) =>
          active ? (
            <ChakraLink asChild textDecoration="underline">
              <Link to={`/generatecode?sku=${id}`}>{t('generate')}</Link>
            </ChakraLink>
          ) : (
            '—'
          ),
      },
    ],
    [t],
  )
}
