export const hostUses = ['redirect', 'embed'] as const
export type HostUse = (typeof hostUses)[number]
export const hostRequestStates = ['waiting', 'approved', 'rejected'] as const
export type HostRequestState = (typeof hostRequestStates)[number]
