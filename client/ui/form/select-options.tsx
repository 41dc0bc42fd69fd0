export type Option = { value: string; label: string }

/** The options of a native select. */
export function SelectOptions({ options }: { options: readonly Option[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
