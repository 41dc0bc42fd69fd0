import { Button } from '@chakra-ui/react'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { DateField } from './date-input.tsx'

const Day = z.object({ day: z.string() })
const send = vi.fn(async () => undefined)

function Screen() {
  const form = useForm(Day, { day: '' })
  return (
    <Form form={form} onSubmit={send}>
      <DateField control={form.control} name="day" label="Harvest" />
      <Button type="submit">Save</Button>
    </Form>
  )
}
const sentence = 'Enter a date, such as 31/12/2026'

test('shows an error for an invalid date text when the field is left, and does not send it as empty', async () => {
  const { show, user } = await setUpDevice({ texts: [] })
  show(Screen, '/')
  const field = await screen.findByLabelText('Harvest')
  await user.type(field, '31/02/2026')
  expect(screen.queryByText(sentence)).toBeNull()
  await user.tab()
  await screen.findByText(sentence)
  expect(field.getAttribute('aria-invalid')).toBe('true')

  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(field)
  expect(send).not.toHaveBeenCalled()

  await user.clear(field)
  expect(screen.queryByText(sentence)).toBeNull()
  await user.type(field, '28022026{Enter}')
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ day: '2026-02-28' }))
})

test('shows the error of an invalid date when Enter is pressed in its field', async () => {
  const { show, user } = await setUpDevice({ texts: [] })
  show(Screen, '/')
  await user.type(await screen.findByLabelText('Harvest'), 'soon{Enter}')
  await screen.findByText(sentence)
})
