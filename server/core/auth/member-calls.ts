/** A call of a signed-in member of a merchant: where it came from, and by which browser. */
export type MemberCall = { merchantId: string; caller: string; userAgent: string | undefined }

/** Tells parts of this process about the calls of members. */
export type MemberCalls = {
  tell(call: MemberCall): void
  watch(receive: (call: MemberCall) => void): void
}

export function createMemberCalls(): MemberCalls {
  const receivers: ((call: MemberCall) => void)[] = []
  return {
    tell(call) {
      for (const receive of receivers) receive(call)
    },
    watch(receive) {
      receivers.push(receive)
    },
  }
}
