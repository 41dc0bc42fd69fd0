import { Checkbox, type CheckboxRootProps } from '@chakra-ui/react'
import type { ComponentProps } from 'react'

type Props = Omit<CheckboxRootProps, 'onCheckedChange' | 'onChange'> & {
  onChange: (checked: boolean) => void
  input?: ComponentProps<typeof Checkbox.HiddenInput>
}

/** A checkbox with its label, `children`. */
export function LabelledCheckbox({ onChange, input, children, ...root }: Props) {
  return (
    <Checkbox.Root {...root} onCheckedChange={({ checked }) => onChange(checked === true)}>
      <Checkbox.HiddenInput {...input} />
      <Checkbox.Control />
      <Checkbox.Label fontWeight="normal">{children}</Checkbox.Label>
    </Checkbox.Root>
  )
}
