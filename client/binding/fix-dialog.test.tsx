import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { bindingEntity } from '#shared/binding/record.ts'
import { enqueueBinding, type SavedBinding } from './enqueue-binding.ts'
import { FixBindingDialog } from './fix-dialog.tsx'

const tea = { skuId: '01890a5d-ac96-774b-bcce-b302099a8057', sku: { name: 'Tea', sku: 'T-1' }, replace: false }
const errors = [{ row: 2, code: 'B', problem: 'bound', product: 'Coffee' }]

/** Shows the dialog about a list of two codes, of which the second has another product. */
async function rejected() {
  const { user, show, engine } = await setUpDevice({ texts: ['binding', 'codes'], answer: () => 'away' })
  const { recordId, opId } = await enqueueBinding(engine, { ...tea, addressList: ['A', 'B'] })
  const rejection = { code: 'binding.badRows', message: 'no', details: { count: 1, errors } }
  await engine.db.outbox.toCollection().modify({ state: 'attention', rejection })
  const row = (await engine.db.records.get([bindingEntity, recordId]))!
  const saved = { ...row, state: 'attention', opId, rejection } as unknown as SavedBinding
  show(() => <FixBindingDialog saved={saved} onClose={() => undefined} />, '/activatecode')
  const sent = async () => (await engine.db.outbox.orderBy('at').toArray()).at(-1)!.patch
  return { user, sent }
}

test('names the product of a code that was bound before, and changes it when asked', async () => {
  const { user, sent } = await rejected()
  await screen.findByText('Already bound to another product: Coffee')
  await user.click(screen.getByRole('button', { name: 'Change their product' }))
  await expect.poll(sent).toMatchObject({ replace: { to: true } })
})

test('sends the other codes of a list when its bad rows are removed', async () => {
  const { user, sent } = await rejected()
  await user.click(await screen.findByRole('button', { name: 'Remove 1 row and send again' }))
  await expect.poll(sent).toMatchObject({ addressList: { to: ['A'] } })
})
