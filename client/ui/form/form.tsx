import { Fieldset, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { createContext, type ReactNode, type SyntheticEvent, useContext, useId, useRef } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form'
import { z } from 'zod'
import { useUnsaved } from '#client/core/drafts/unsaved-changes.ts'
import { ApiError } from '#client/core/http/api.ts'
import { focusInvalidInput } from './input-error.ts'
import { useReportUnsaved } from './report-unsaved.ts'

/** A form that is validated by the schema of a contract: `In` is the input, `Out` the body of the call. */
export type FormOf<In extends FieldValues, Out> = UseFormReturn<In, unknown, Out>

/**
 * A form validated by a schema. Validates on submit, then on every change: errors on blur would move the button under
 * the pointer. A `FormDialog` around the form asks before it is closed with unsaved input.
 */
export function useForm<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  defaultValues: NoInfer<DefaultValues<In>>,
): FormOf<In, Out> {
  const form = useHookForm<In, unknown, Out>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: true,
  })
  const { isDirty } = form.formState
  useReportUnsaved(isDirty)
  useUnsaved(isDirty)
  return form
}

const FormIdContext = createContext<string | undefined>(undefined)
/** The id of the form around a component, for a button that stands outside of it in the document. */
export const useFormId = (): string | undefined => useContext(FormIdContext)

const Issues = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) })

/** The fields of the input that the server rejected, with their messages. */
export const rejectedFieldsOf = (error: unknown): z.infer<typeof Issues>['issues'] =>
  (error instanceof ApiError && Issues.safeParse(error.details).data?.issues) || []

type FormProps<In extends FieldValues, Out> = {
  form: FormOf<In, Out>
  /** A rejected call may name fields; their messages are shown beside them. */
  onSubmit: (values: Out) => Promise<unknown>
  children: ReactNode
  /** The form's id, so that a button outside of the form can submit it. */
  id?: string
  /** Read-only, for users who may not save. */
  locked?: boolean
}

/** A read-only form is not faded like a pending one, except its buttons. */
const readable = { '& :is(input, textarea, select, label)': { opacity: 1 } }

export function Form<In extends FieldValues, Out>({
  form,
  onSubmit,
  children,
  id,
  locked = false,
}: FormProps<In, Out>) {
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      for (const { path, message } of rejectedFieldsOf(error)) form.setError(path as Path<In>, { message })
    }
  })
  const ownId = useId()
  const formId = id ?? ownId
  const underWay = useRef(false)
  /** Ignores a second submit, since the button is not disabled before the next render. */
  const submitOnce = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (underWay.current || focusInvalidInput(event.currentTarget as HTMLElement)) return
    underWay.current = true
    try {
      await submit(event)
    } catch {
      // The submit handler shows its errors.
    } finally {
      underWay.current = false
    }
  }
  return (
    <form id={formId} noValidate onSubmit={(event) => void submitOnce(event)}>
      <FormIdContext value={formId}>
        {locked ? (
          <Fieldset.Root disabled gap="5" css={readable}>
            {children}
          </Fieldset.Root>
        ) : (
          <Stack gap="5">{children}</Stack>
        )}
      </FormIdContext>
    </form>
  )
}
