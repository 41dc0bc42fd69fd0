/** Tells parts of this process what happened in another part, of which they need not know. */
export type LocalChannel<T> = {
  tell(message: T): void
  watch(receive: (message: T) => void): void
}

export function createLocalChannel<T>(): LocalChannel<T> {
  const receivers: ((message: T) => void)[] = []
  return {
    tell(message) {
      for (const receive of receivers) receive(message)
    },
    watch(receive) {
      receivers.push(receive)
    },
  }
}
