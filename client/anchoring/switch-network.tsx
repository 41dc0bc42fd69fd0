import { Button, Stack, Text } from '@chakra-ui/react'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { chainsContract, type SwitchOffer } from '#shared/anchoring/chains-contract.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'
import { attentionContract } from '#shared/insights/attention.ts'
import { amountText } from './amount-text.ts'

/** Asks whether to continue on another network, with its price. */
export function SwitchNetwork({ chain, offer }: { chain: ChainId; offer: SwitchOffer }) {
  const t = useText('chains')
  const { open, setOpen, close } = useDialogs<{ kind: 'switch' }>()
  const { to } = offer
  const write = useWrite(chainsContract.switchNetwork, {
    done: t('switchDone', { to }),
    refresh: [chainsContract.read, attentionContract.queues],
  })
  const confirm = () => write.mutate({ params: { chain }, body: { network: to } }, { onSettled: close })
  return (
    <Stack gap="3" align="start">
      <Price chain={chain} offer={offer} />
      <Button onClick={() => setOpen({ kind: 'switch' })}>{t('switchAsk', { to })}</Button>
      <ConfirmDialog
        open={open !== undefined}
        title={t('switchTitle', { to })}
        confirm={t('switchAsk', { to })}
        cancel={t('stay')}
        busy={write.isPending}
        onConfirm={confirm}
        onCancel={close}
      >
        <Price chain={chain} offer={offer} />
      </ConfirmDialog>
    </Stack>
  )
}

function Price({ chain, offer }: { chain: ChainId; offer: SwitchOffer }) {
  const t = useText('chains')
  const { roots, transactions, demoRoots, left } = offer
  const from = offer.from ?? t('nobody')
  const [fee, total] = [amountText(chain, offer.fee), amountText(chain, offer.total)]
  return (
    <Stack gap="1">
      <Text>{t('switchWhat', { from, roots, transactions, fee, total })}</Text>
      {left > 0 && <Text>{t('switchLeft', { from, left })}</Text>}
      {demoRoots > 0 && <Text>{t('switchDemo', { demoRoots })}</Text>}
      <Text color="fg.muted">{t('switchFinal')}</Text>
    </Stack>
  )
}
