import { useEffect } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import type { FormOf } from '#client/ui/form/form.tsx'

/**
 * Chooses the only value of a required field, so that nobody has to choose where there is no choice. The form is not unsaved input
 * because of it.
 *
 * @param only undefined while the values are unknown, or if there are several
 */
export function useOnlyChoice<In extends FieldValues, Out>(
  form: FormOf<In, Out>,
  name: Path<In>,
  only: string | undefined,
): void {
  const value = form.watch(name)
  useEffect(() => {
    if (only !== undefined && !value) form.setValue(name, only as PathValue<In, Path<In>>)
  }, [form, name, only, value])
}
