import { Flex, Stack, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuPackage } from 'react-icons/lu'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useRecord } from '#client/core/offline/read/queries.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { BackLink } from '#client/ui/layout/back-link.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { useLocalPaging } from '#client/ui/table/paging.ts'
import { WrappedText } from '#client/ui/table/wrapped-text.tsx'
import { type LogisticView, logisticEntity, type ShippedProduct } from '#shared/logistic/record.ts'
import { nameOf } from './columns.tsx'
import { countOf, type Item, itemsPage, itemsTotal } from './item-pages.ts'
import { ShippedPackages } from './shipped-packages.tsx'

/** The packages of one shipment, and its codes by product and serial number. */
export function ItemsView({ id }: { id: string }) {
  const t = useText('logistic')
  const shipment = useRecord<LogisticView>(logisticEntity, id)
  const paging = useLocalPaging()
  const { page, limit } = paging.query
  const columns = useColumns()
  const products = shipment?.data.items
  const data = useMemo(
    () => products && { rows: itemsPage(products, page, limit), total: itemsTotal(products) },
    [products, page, limit],
  )
  const name = shipment ? nameOf(shipment.data) : ''
  return (
    <Page title={t('itemsOf', { name })} actions={<BackLink to="/logistic">{t('back')}</BackLink>}>
      {shipment === null ? (
        <EmptyState icon={LuPackage} title={t('notFound')} />
      ) : shipment && !products ? (
        <EmptyState
          icon={LuPackage}
          title={t('itemsEmpty')}
          hint={t('itemsEmptyHint', { count: formatNumber(shipment.data.quantity) })}
        />
      ) : (
        <>
          {products && <Products products={products} />}
          {products && <ShippedPackages id={id} />}
          <DataTable
            label={t('items')}
            columns={columns}
            rowId={({ index }) => String(index)}
            rowName={({ serialNo }) => String(serialNo)}
            read={{ data, isError: false, isFetching: data === undefined, refetch: () => undefined }}
            paging={paging}
          />
        </>
      )}
    </Page>
  )
}

/** How many codes of each product are in the shipment. */
function Products({ products }: { products: readonly ShippedProduct[] }) {
  const t = useText('logistic')
  return (
    <Stack as="section" aria-label={t('byProduct')} gap="0" marginBottom="6">
      <Text fontWeight="600">
        {t('inAll', { count: itemsTotal(products), shown: formatNumber(itemsTotal(products)) })}
      </Text>
      <Stack as="ul" gap="0" listStyleType="none">
        {products.map((product) => (
          <Flex as="li" key={product.sku} justify="space-between" gap="4" paddingBlock="2" borderBottomWidth="1px">
            <WrappedText>{product.name}</WrappedText>
            <Text fontVariantNumeric="tabular-nums">{formatNumber(countOf(product))}</Text>
          </Flex>
        ))}
      </Stack>
    </Stack>
  )
}

function useColumns(): Column<Item>[] {
  const t = useText('logistic')
  return useMemo(
    () => [
      { id: 'serial', header: t('serialNo'), main: true, cell: ({ serialNo }) => String(serialNo) },
      { id: 'name', header: t('skuName'), cell: ({ name }) => name },
      { id: 'sku', header: t('sku'), cell: ({ sku }) => sku },
    ],
    [t],
  )
}
