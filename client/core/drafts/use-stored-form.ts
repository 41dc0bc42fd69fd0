import { useEffect, useRef, useState } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { isEqualData } from '#shared/sync/rules.ts'
import { deleteDraft, loadDraft, storeDraft } from './draft-storage.ts'

const StoredValues = z.record(z.string(), z.unknown())

/**
 * Stores the changed fields of a form with every change, and restores them when the form opens after the browser was
 * killed. The other fields follow the record. The form's owner deletes the draft when the form is saved or closed.
 * Returns whether input was restored.
 */
export function useStoredForm<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  draftName: string,
): boolean {
  const [stored] = useState(() => loadDraft(draftName, StoredValues))
  const { control, formState, getValues, reset } = form
  const values = useWatch({ control })
  const { isDirty, defaultValues } = formState
  const wasDirty = useRef(false)
  useEffect(() => {
    if (stored) reset({ ...getValues(), ...stored }, { keepDefaultValues: true })
  }, [stored, reset, getValues])
  useEffect(() => {
    // The list of changed fields in `formState` is older than the values when this runs.
    const changed = Object.entries(values).filter(([name, value]) => !isEqualData(value, defaultValues?.[name]))
    if (isDirty) storeDraft(draftName, Object.fromEntries(changed))
    else if (wasDirty.current) deleteDraft(draftName)
    wasDirty.current = isDirty
  }, [isDirty, defaultValues, draftName, values])
  return stored !== undefined
}
