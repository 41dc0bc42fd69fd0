import { Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { offline } from '#client/core/offline/read/queries.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { ChoiceCards } from '#client/ui/form/choice-cards.tsx'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import { RowSearchField } from '#client/ui/form/search/row-search-field.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { BackLink } from '#client/ui/layout/back-link.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { bindingContract } from '#shared/binding/contract.ts'
import { hasAccess } from '#shared/core/api/access.ts'
import { BindingHistory } from './history.tsx'
import { useKnownProducts } from './known-products.ts'
import { type BindingWay, ScanCodes } from './scan-codes.tsx'

/** Binds blank codes to a product by scanning them, and lists what was bound. */
export function BindView() {
  const t = useText('binding')
  const viewer = useViewer()
  const engine = offline((state) => state.engine)
  const may = viewer !== undefined && !viewer.demo && hasAccess(bindingContract.create.access, viewer.role)
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={<BackLink to="/activatecode">{t('back')}</BackLink>}
    >
      {viewer?.demo || may ? (
        <BindPanel may={may && engine !== undefined} owner={engine?.db.name} />
      ) : (
        <Text color="fg.muted">{t('role')}</Text>
      )}
      {viewer?.demo && <Text color="fg.muted">{t('demo')}</Text>}
      <BindingHistory />
    </Page>
  )
}

const ways = ['list', 'range'] as const satisfies readonly BindingWay[]

function BindPanel({ may, owner }: { may: boolean; owner: string | undefined }) {
  const t = useText('binding')
  const [chosen, setChosen] = useState('')
  const [way, setWay] = useState<BindingWay>('list')
  const [replace, setReplace] = useState(false)
  const { products, search, setSearch } = useKnownProducts(chosen)
  const product = products.find(({ id }) => id === chosen)
  return (
    <Panel title={t('panel')}>
      <Stack gap="5">
        <RowSearchField search={search} setSearch={setSearch} label={t('product')} />
        <FieldFrame label={t('product')} required hint={products.length === 0 ? t('noProducts') : undefined}>
          <Select
            value={chosen}
            empty={t('choose')}
            onChange={setChosen}
            options={products.map(({ id, name, sku }) => ({ value: id, label: `${name} (${sku})` }))}
          />
        </FieldFrame>
        <ChoiceCards
          label={t('way')}
          value={way}
          options={ways.map((value) => ({ value, label: t(value) }))}
          onChoose={setWay}
        />
        <FieldFrame hint={t('replaceHint')}>
          <LabelledCheckbox checked={replace} onChange={setReplace} alignItems="start">
            {t('replace')}
          </LabelledCheckbox>
        </FieldFrame>
        {product ? (
          // Codes are checked for one product, and scanned codes stay in the draft of their way.
          <ScanCodes
            key={`${owner} ${product.id} ${way} ${replace}`}
            product={product}
            way={way}
            replace={replace}
            may={may}
            {...(owner && { draftName: `binding.${way}` })}
          />
        ) : (
          <Text color="fg.muted">{t('productFirst')}</Text>
        )}
      </Stack>
    </Panel>
  )
}
