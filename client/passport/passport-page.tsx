import { Button, Link as ChakraLink, Stack } from '@chakra-ui/react'
import { LuFileBadge } from 'react-icons/lu'
import { Link } from 'react-router'
import { ApiError } from '#client/core/http/api.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { useChangeParams } from '#client/ui/layout/use-change-params.ts'
import { type Passport, passportContract } from '#shared/passport/contract.ts'
import { PassportEditor } from './editor.tsx'
import { PassportItems } from './items-panel.tsx'
import { PassportVersions } from './versions.tsx'

/** The passport of a product: its draft and its published versions. */
export function PassportPage({ skuId, onClose }: { skuId: string; onClose: () => void }) {
  const t = useText('passport')
  const [params, change] = useChangeParams()
  const lot = params.get('lot') ?? ''
  const read = useRead(passportContract.read, { params: { id: skuId }, query: { lot } }, { quiet: true })
  const back = (
    <Button variant="outline" onClick={onClose}>
      {t('back')}
    </Button>
  )
  const { data, error } = read
  if (data)
    return (
      <Page title={t('title', { name: data.product.name })} description={t('description')} actions={back}>
        <Obstacle passport={data} />
        {data.draft === null && <EmptyState icon={LuFileBadge} title={t('emptyTitle')} hint={t('emptyHint')} />}
        <Stack gap="6">
          <PassportEditor
            key={lot}
            skuId={skuId}
            lot={lot}
            passport={data}
            onLot={(chosen) => change({ lot: chosen || undefined })}
          />
          <PassportVersions skuId={skuId} lot={lot} passport={data} />
          {lot === '' && <PassportItems skuId={skuId} />}
        </Stack>
      </Page>
    )
  // The id of the URL is that of no product, or no id at all.
  const isAbsent = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <Page title={t('passport')} actions={!isAbsent && back}>
      {isAbsent ? (
        <EmptyState icon={LuFileBadge} title={t('notFound')}>
          {back}
        </EmptyState>
      ) : (
        <LoadState read={read} height="lg" />
      )}
    </Page>
  )
}

function Obstacle({ passport: { obstacle, product } }: { passport: Passport }) {
  const t = useText('passport')
  if (obstacle === 'unapproved') return <InlineAlert status="info">{t('unapproved')}</InlineAlert>
  if (product.gtin !== null) return null
  return (
    <InlineAlert
      status="warning"
      description={
        <ChakraLink asChild textDecoration="underline">
          <Link to={`/sku?search=${encodeURIComponent(product.name)}`}>{t('toSku')}</Link>
        </ChakraLink>
      }
    >
      {t('noGtin')}
    </InlineAlert>
  )
}
