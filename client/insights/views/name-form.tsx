import { Button, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { ApiError } from '#client/core/http/api.ts'
import { showError } from '#client/core/http/errors.ts'
import { TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { ViewName } from '#shared/insights/view-contract.ts'

type Props = {
  label: string
  hint?: string
  initial?: string
  action: string
  onSave: (name: string) => Promise<void>
  cancel?: ReactNode
}

/** The name of a view. An error of the server is shown beside it. */
export function NameForm({ label, hint, initial = '', action, onSave, cancel }: Props) {
  const form = useForm(ViewName, { name: initial })
  const save = async ({ name }: { name: string }) => {
    try {
      await onSave(name)
      form.reset({ name: '' })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) return showError(error)
      form.setError('name', { message: error.message }, { shouldFocus: true })
    }
  }
  return (
    <Form form={form} onSubmit={save}>
      <TextField
        control={form.control}
        name="name"
        label={label}
        hint={hint}
        autoComplete="off"
        maxLength={60}
        required
      />
      <Flex gap="2">
        <Button type="submit" loading={form.formState.isSubmitting}>
          {action}
        </Button>
        {cancel}
      </Flex>
    </Form>
  )
}
