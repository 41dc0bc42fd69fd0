type Props = {
  /** The 42 characters of a code, as they were typed. */
  letters: string
  /** The first and the last character of the group with the error, from 1. */
  typo: { from: number; to: number } | undefined
}

const groupLength = 4

/** A code in the groups in which labels print it, to compare it with one. A group with a wrong character is marked. */
export function TypedCode({ letters, typo }: Props) {
  const starts = Array.from({ length: Math.ceil(letters.length / groupLength) }, (_, at) => at * groupLength)
  return (
    <p className="typed-code">
      {starts.map((start) => {
        const group = letters.slice(start, start + groupLength)
        const Group = typo && typo.from <= start + group.length && typo.to > start ? 'mark' : 'span'
        return <Group key={start}>{group} </Group>
      })}
    </p>
  )
}
