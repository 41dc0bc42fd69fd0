import type { FieldValues } from 'react-hook-form'
import { useText } from '#client/core/i18n/i18n.ts'
import { type FieldProps, PasswordField } from '#client/ui/form/field.tsx'

type Props<In extends FieldValues, Out> = Pick<FieldProps<In, Out>, 'control' | 'name'> & {
  repeatName: FieldProps<In, Out>['name']
  /** The default labels are those of a new password. */
  label?: string
  repeatLabel?: string
}

/** A new password, entered twice. */
export function NewPasswordFields<In extends FieldValues, Out>(props: Props<In, Out>) {
  const t = useText('auth')
  const { control, name, repeatName, label = t('newPassword'), repeatLabel = t('retypePassword') } = props
  return (
    <>
      <PasswordField control={control} name={name} label={label} hint={t('passwordHint')} autoComplete="new-password" />
      <PasswordField control={control} name={repeatName} label={repeatLabel} autoComplete="new-password" />
    </>
  )
}
