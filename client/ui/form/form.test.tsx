import { Button, Input } from '@chakra-ui/react'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { Form, useForm } from './form.tsx'

const NameInput = z.object({ name: z.string().min(1) })

const send = vi.fn(async () => {
  await new Promise((resolve) => setTimeout(resolve, 10))
  if (send.mock.calls.length === 1) throw new Error('away')
})

function Screen() {
  const form = useForm(NameInput, { name: 'Tea' })
  return (
    <Form form={form} onSubmit={send}>
      <Input {...form.register('name')} />
      <Button type="submit">Save</Button>
    </Form>
  )
}

test('sends a form once when Save is pressed twice, and can send it again after a failure', async () => {
  const { show } = await setUpDevice({ texts: [] })
  show(Screen, '/')
  const save = await screen.findByRole('button', { name: 'Save' })
  for (const times of [1, 2]) {
    act(() => {
      save.click()
      save.click()
    })
    await waitFor(() => expect(send).toHaveBeenCalledTimes(times))
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(send).toHaveBeenCalledTimes(times)
  }
})
