import { Button } from '@chakra-ui/react'
import { LuPalette } from 'react-icons/lu'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { useChangeParams } from '#client/ui/layout/use-change-params.ts'
import { customizationContract } from '#shared/customization/contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { ProductList } from './product-list.tsx'

const Editor = lazyComponent(() => import('./editor/editor.tsx'))

/** The customizations of all products; `?edit=<id>` opens the editor. */
export function Component() {
  const [params, change] = useChangeParams()
  const editing = params.get('edit')
  if (editing) return <OpenedEditor key={editing} skuId={editing} onClose={() => change({ edit: undefined })} />
  return <ProductList onEdit={(id) => change({ edit: id })} />
}

function OpenedEditor({ skuId, onClose }: { skuId: string; onClose: () => void }) {
  const t = useText('editor')
  const words = useText('customization')
  const params = { id: skuId }
  const product = useRead(skuContract.read, { params })
  const state = useRead(customizationContract.read, { params })
  if (product.isError || state.isError) {
    return (
      <Page title={words('title')}>
        <EmptyState icon={LuPalette} title={t('notFound')}>
          <Button onClick={onClose}>{t('back')}</Button>
        </EmptyState>
      </Page>
    )
  }
  if (!product.data || !state.data) return null
  return <Editor product={product.data} state={state.data} onClose={onClose} />
}
