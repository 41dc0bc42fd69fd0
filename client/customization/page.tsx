import { Button } from '@chakra-ui/react'
import { LuPalette } from 'react-icons/lu'
import { ApiError } from '#client/core/http/api.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
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
  const product = useRead(skuContract.read, { params }, { quiet: true })
  const state = useRead(customizationContract.read, { params }, { quiet: true })
  if (product.data && state.data) return <Editor product={product.data} state={state.data} onClose={onClose} />
  const refetch = () => Promise.all([product.refetch(), state.refetch()])
  const error = product.error ?? state.error
  // The id of the URL is that of no product, or no id at all.
  const isAbsent = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <Page
      title={words('title')}
      actions={
        !isAbsent && (
          <Button variant="outline" onClick={onClose}>
            {t('back')}
          </Button>
        )
      }
    >
      {isAbsent ? (
        <EmptyState icon={LuPalette} title={t('notFound')}>
          <Button onClick={onClose}>{t('back')}</Button>
        </EmptyState>
      ) : (
        <LoadState read={{ isError: error !== null, error, refetch }} height="lg" />
      )}
    </Page>
  )
}
