import { Button } from '@chakra-ui/react'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { Form, useForm } from './form.tsx'
import { NumberField } from './number/number-field.tsx'

const LimitInput = z.object({ limit: z.number().optional() })
const save = vi.fn(async () => undefined)

function Screen() {
  const form = useForm(LimitInput, { limit: 8 })
  return (
    <Form form={form} onSubmit={save}>
      <NumberField control={form.control} name="limit" label="Limit" />
      <Button type="submit">Save</Button>
      <Button onClick={() => form.reset()}>Reset</Button>
    </Form>
  )
}

test('shows an empty number field when its stored number is cleared, and saves the shown value', async () => {
  const { show } = await setUpDevice({ texts: [] })
  show(Screen, '/')
  const user = userEvent.setup()
  const limit = await screen.findByLabelText<HTMLInputElement>('Limit')
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  await user.clear(limit)
  expect(limit.value).toBe('')
  await press('Save')
  await waitFor(() => expect(save).toHaveBeenLastCalledWith({ limit: undefined }))
  await user.type(limit, '4')
  expect(limit.value).toBe('4')
  await press('Save')
  await waitFor(() => expect(save).toHaveBeenLastCalledWith({ limit: 4 }))
  await user.clear(limit)
  await press('Reset')
  expect(limit.value).toBe('8')
})
