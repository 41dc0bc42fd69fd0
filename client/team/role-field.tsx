import type { FieldValues } from 'react-hook-form'
import { useText } from '#client/core/i18n/i18n.ts'
import { type FieldProps, SelectField } from '#client/ui/form/field.tsx'
import { type TeamRole, teamRoles } from '#shared/team/contract.ts'

type Props<In extends FieldValues, Out> = Pick<FieldProps<In, Out>, 'control' | 'name'> & { role: TeamRole }

/** A choice of the role, with what the chosen one may do. */
export function RoleField<In extends FieldValues, Out>({ control, name, role }: Props<In, Out>) {
  const t = useText('team')
  return (
    <SelectField
      control={control}
      name={name}
      label={t('role')}
      hint={t(`${role}Hint`)}
      options={teamRoles.map((value) => ({ value, label: t(value) }))}
      required
    />
  )
}
