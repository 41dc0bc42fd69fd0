/** A row in the table of a state machine: the states from which an event leads to this one. */
export const leadsTo = <State extends string>(to: State, ...from: readonly State[]): Partial<Record<State, State>> =>
  Object.fromEntries(from.map((state) => [state, to])) as Partial<Record<State, State>>
