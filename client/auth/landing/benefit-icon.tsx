import { LuAnchor, LuQrCode, LuScanLine } from 'react-icons/lu'

const icons = { pointIssue: LuQrCode, pointAnchor: LuAnchor, pointScan: LuScanLine } as const
type Benefit = keyof typeof icons

/** The icon of one of the three benefits on the landing page. */
export function Component({ point }: { point: Benefit }) {
  const Icon = icons[point]
  return <Icon aria-hidden size="22" />
}
