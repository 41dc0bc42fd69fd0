import { Box, Button, Link as ChakraLink, Flex, Image } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuBox, LuPlus, LuUpload } from 'react-icons/lu'
import { Link } from 'react-router'
import { fileUrl } from '#client/core/files/file-url.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { PassportPage } from '#client/passport/passport-page.tsx'
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { ButtonWithReason, type ReasonAlign } from '#client/ui/feedback/button-with-reason.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { useChangeParams } from '#client/ui/layout/use-change-params.ts'
import { useOpenLink } from '#client/ui/layout/use-open-link.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { type Sku, skuContract } from '#shared/sku/contract.ts'
import { trademarkContract } from '#shared/trademark/contract.ts'
import { BulkDialog, TemplateButton } from './bulk/dialog.tsx'
import { LinksDialog } from './links-dialog.tsx'
import { SkuDialog, type SkuDialogMode } from './sku-dialog.tsx'
import { SkuFacts } from './sku-facts.tsx'
import { VerifyUrlDialog } from './verify-url-dialog.tsx'

const filters = { active: ['yes', 'no'] } as const

type OpenDialog =
  | { kind: 'edit'; about: SkuDialogMode }
  | { kind: 'upload' }
  | { kind: 'verifyUrl' | 'links' | 'deactivate' | 'remove'; about: Sku }

/** The merchant's own products; `?passport=<id>` opens the passport of one. */
export function Component() {
  const [params, change] = useChangeParams()
  const id = params.get('passport')
  if (id) return <PassportPage key={id} skuId={id} onClose={() => change({ passport: undefined, lot: undefined })} />
  return <Products onPassport={(skuId) => change({ passport: skuId })} />
}

function Products({ onPassport }: { onPassport: (skuId: string) => void }) {
  const t = useText('sku')
  const deniedReason = useDeniedReason('confirmedMerchant')
  const paging = usePaging({ filters })
  const products = useRead(skuContract.list, { query: paging.query })
  const brands = useRead(trademarkContract.count, {})
  const columns = useColumns()
  const bulk = useText('skuBulk')
  const gs1 = useText('gs1')
  const passport = useText('passport')
  const { open, setOpen, close, about } = useDialogs<OpenDialog>()
  const edit = (mode: SkuDialogMode) => setOpen({ kind: 'edit', about: mode })
  const remove = useWrite(skuContract.remove, { done: t('removed'), refresh: [skuContract.list] })
  const refresh = [skuContract.list]
  const activate = useWrite(skuContract.setActive, { done: t('activated'), refresh })
  const deactivate = useWrite(skuContract.setActive, { done: t('deactivated'), refresh })
  const canWrite = deniedReason === undefined
  const withoutBrand = brands.data?.count === 0
  useOpenLink('new', canWrite && brands.data && !withoutBrand ? () => edit({ how: 'add' }) : undefined)
  const addButton = (label: string, align: ReasonAlign) => (
    <ButtonWithReason
      disabledReason={deniedReason ?? (withoutBrand ? t('noBrand') : undefined)}
      align={align}
      onClick={() => edit({ how: 'add' })}
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
          <Button variant="outline" onClick={() => setOpen({ kind: 'upload' })}>
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
            onSelect: () => edit({ how: 'edit', product }),
          },
          {
            id: 'url',
            label: t('verifyUrl'),
            // A page without its button has no link.
            disabled: !canWrite || product.details.customization?.hideDefaultButton === true,
            onSelect: () => setOpen({ kind: 'verifyUrl', about: product }),
          },
          {
            id: 'links',
            label: gs1('links'),
            disabled: !canWrite,
            onSelect: () => setOpen({ kind: 'links', about: product }),
          },
          { id: 'passport', label: passport('passport'), onSelect: () => onPassport(product.id) },
          {
            id: 'clone',
            label: t('clone'),
            disabled: !canWrite,
            onSelect: () => edit({ how: 'copy', product }),
          },
          {
            id: 'active',
            label: product.active ? t('deactivate') : t('activate'),
            disabled: !canWrite,
            onSelect: () =>
              product.active
                ? setOpen({ kind: 'deactivate', about: product })
                : activate.mutate({ params: { id: product.id }, body: { active: true } }),
          },
          {
            id: 'remove',
            label: t('remove'),
            danger: true,
            disabled: !canWrite,
            onSelect: () => setOpen({ kind: 'remove', about: product }),
          },
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
      <SkuDialog editing={about('edit')} onClose={close} />
      <BulkDialog open={open?.kind === 'upload'} onClose={close} deniedReason={deniedReason} />
      <VerifyUrlDialog product={about('verifyUrl')} onClose={close} />
      <LinksDialog product={about('links')} onClose={close} />
      <ConfirmDialog
        open={open?.kind === 'deactivate'}
        title={t('deactivateTitle', { name: about('deactivate')?.name ?? '' })}
        confirm={t('deactivate')}
        busy={deactivate.isPending}
        onCancel={close}
        onConfirm={() =>
          deactivate.mutate({ params: { id: about('deactivate')!.id }, body: { active: false } }, { onSettled: close })
        }
      >
        {t('deactivateHint')}
      </ConfirmDialog>
      <RemoveDialog
        item={about('remove')}
        title={({ name }) => t('removeTitle', { name })}
        hint={t('removeHint')}
        confirm={t('remove')}
        busy={remove.isPending}
        onRemove={({ id }) => remove.mutate({ params: { id } }, { onSettled: close })}
        onClose={close}
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
