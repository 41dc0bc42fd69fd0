import { Box, Stack, Switch, Text } from '@chakra-ui/react'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useControlledCheckbox } from '#client/ui/form/use-controlled-checkbox.ts'
import type { Business } from '#shared/business/contract.ts'
import { type Feature, features } from '#shared/core/api/features.ts'
import { type Merchant, merchantContract } from '#shared/merchant/contract.ts'
import { Hosts } from './hosts-form.tsx'

type Props = { business: Business | undefined; onClose: () => void }

/** The features of a merchant. Changes take effect immediately. */
export function FeaturesDialog({ business, onClose }: Props) {
  const t = useText('businessAdmin')
  return (
    <FormDialog
      open={business !== undefined}
      onClose={onClose}
      title={t('featuresOf', { name: business?.name ?? '' })}
      size="lg"
    >
      {business && <Features id={business.merchant} />}
    </FormDialog>
  )
}

function Features({ id }: { id: string }) {
  const t = useText('businessAdmin')
  const merchant = useRead(merchantContract.read, { params: { id } })
  if (!merchant.data) return <LoadState read={merchant} height="32" />
  const { data } = merchant
  return (
    <Stack gap="5">
      <Text color="fg.muted">{t('featuresHint')}</Text>
      {features.map((feature) => (
        <FeatureSwitch key={feature} merchant={data} feature={feature} />
      ))}
      <Box borderTopWidth="1px" paddingTop="5">
        <Hosts id={id} />
      </Box>
    </Stack>
  )
}

/** The switch shows the server's state, so it changes after a successful call. */
function FeatureSwitch({ merchant, feature }: { merchant: Merchant; feature: Feature }) {
  const t = useText('businessAdmin')
  const set = useWrite(merchantContract.setFeature, { refresh: [merchantContract.read], done: t('featureSet') })
  const on = merchant.features.includes(feature)
  const input = useControlledCheckbox(on)
  return (
    <Stack gap="1">
      <Switch.Root
        checked={on}
        disabled={set.isPending}
        alignSelf="start"
        onCheckedChange={() => set.mutate({ params: { id: merchant.id }, body: { feature, on: !on } })}
      >
        <Switch.HiddenInput ref={input} aria-describedby={`feature-${feature}`} />
        <Switch.Control />
        <Switch.Label>{t(`feature_${feature}`)}</Switch.Label>
      </Switch.Root>
      <Text id={`feature-${feature}`} color="fg.muted" textStyle="sm">
        {t(`feature_${feature}_hint`)}
      </Text>
    </Stack>
  )
}
