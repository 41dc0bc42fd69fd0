import { Grid, GridItem, Stack, Text } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useIdempotencyKey } from '#client/core/http/use-idempotency-key.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { SelectField, TextareaField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { RowSearchField } from '#client/ui/form/search/row-search-field.tsx'
import { useOnlyChoice } from '#client/ui/form/search/use-only-choice.ts'
import { useSearchedRows } from '#client/ui/form/search/use-searched-rows.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { RecallInput, type RecallScope, recallScopes, verdictContract } from '#shared/verdict/contract.ts'
import { RecallPreview } from './recall-preview.tsx'

export type PreselectedTarget = { scope: RecallScope; target: string; name: string }
type Props = { open: boolean; named: PreselectedTarget | undefined; onClose: () => void }

/** Confirms a recall with the number of units, a preview of the page, and a typed text. */
export function RecallDialog({ open, named, onClose }: Props) {
  const t = useText('verdict')
  return (
    <FormDialog open={open} onClose={onClose} title={t('recallTitle')} size="xl">
      {open && <RecallForm named={named} onClose={onClose} />}
    </FormDialog>
  )
}

/** The preview is beside the form when there is space. */
const areas = { base: '"what" "look" "confirm"', lg: '"what look" "confirm look"' }

function RecallForm({ named, onClose }: Omit<Props, 'open'>) {
  const t = useText('verdict')
  const initial = { scope: named?.scope ?? 'order', target: named?.target ?? '', message: '', confirm: '' }
  const form = useForm(RecallInput, initial)
  const recall = useWrite(verdictContract.recall, { done: t('recallDone'), refresh: [verdictContract.recalls] })
  const submission = useIdempotencyKey()
  const { control, setValue } = form
  const [scope, target, message, confirm] = form.watch(['scope', 'target', 'message', 'confirm'])
  const { options, finder } = useTargets(scope, target, named)
  const read = useRead(verdictContract.recallSubject, { query: { scope, target } }, { enabled: target !== '' })
  const subject = read.isPlaceholderData ? undefined : read.data

  // Clears input that was made for another selection.
  useOnChange(scope, () => setValue('target', ''))
  useOnChange(target, () => setValue('confirm', ''))
  useOnlyChoice(form, 'target', finder.only)

  return (
    <Form
      form={form}
      onSubmit={async (body) => {
        await recall.mutateAsync({ body, idempotencyKey: submission.keyFor(body) })
        submission.reset()
        onClose()
      }}
    >
      <Grid
        columnGap="6"
        rowGap="5"
        templateAreas={areas}
        templateColumns={{ base: '1fr', lg: '1fr 24rem' }}
        templateRows={{ lg: 'auto 1fr' }}
      >
        <GridItem area="what" minWidth="0">
          <Stack gap="5">
            <SelectField
              control={control}
              name="scope"
              label={t('scope')}
              required
              options={recallScopes.map((value) => ({ value, label: t(`scope_${value}`) }))}
            />
            <RowSearchField
              key={scope}
              search={finder.search}
              setSearch={finder.setSearch}
              label={t(`target_${scope}`)}
            />
            <SelectField control={control} name="target" label={t(`target_${scope}`)} required options={options} />
            <TextareaField control={control} name="message" label={t('message')} hint={t('messageHint')} required />
          </Stack>
        </GridItem>
        <GridItem area="look" minWidth="0">
          <RecallPreview {...(subject && { subject })} message={message} />
        </GridItem>
        <GridItem area="confirm" minWidth="0">
          <Stack gap="5">
            {target !== '' && !subject && <LoadState read={read} height="16" />}
            {subject && (
              <>
                <InlineAlert status="warning" role="status">
                  {t('recallUnits', { count: subject.units, number: formatNumber(subject.units) })}
                </InlineAlert>
                <TextField
                  control={control}
                  name="confirm"
                  label={t('recallConfirm', { typed: subject.typed })}
                  autoComplete="off"
                  required
                />
              </>
            )}
            <Text color="fg.muted">{t('recallDelay')}</Text>
            <DialogActions
              colorPalette="red"
              disabled={!subject || confirm.trim() !== subject.typed.trim()}
              loading={form.formState.isSubmitting}
            >
              {t('recallNow')}
            </DialogActions>
          </Stack>
        </GridItem>
      </Grid>
    </Form>
  )
}

/** Calls back when a value changes, but not for its first value. */
function useOnChange(value: string, run: () => void): void {
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    run()
  })
}

/** What can be recalled in a scope, with a search. */
function useTargets(scope: RecallScope, target: string, named: PreselectedTarget | undefined) {
  const of = (own: RecallScope) => ({ chosen: [scope === own ? target : ''], enabled: scope === own })
  const orders = useSearchedRows(orderContract.list, { read: orderContract.read, ...of('order') })
  const batches = useSearchedRows(activationContract.batches, { read: activationContract.batch, ...of('batch') })
  const skus = useSearchedRows(skuContract.list, { read: skuContract.read, ...of('sku') })
  const options = {
    order: orders.rows.map(({ id, order_id, sku }) => ({
      value: id,
      label: sku ? `${order_id}, ${sku.name}` : order_id,
    })),
    batch: batches.rows.map(({ id, identifier }) => ({ value: id, label: identifier })),
    sku: skus.rows.map(({ id, name, sku }) => ({ value: id, label: `${name} (${sku})` })),
  }[scope]
  const finder = { order: orders, batch: batches, sku: skus }[scope]
  if (named?.scope !== scope || options.some(({ value }) => value === named.target)) return { options, finder }
  return { options: [{ value: named.target, label: named.name }, ...options], finder }
}
