import { EmptyState as Empty, VStack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { IconType } from 'react-icons'

type Props = { icon?: IconType; title: string; hint?: string; children?: ReactNode }

/** Shown when a list is empty: the reason and the next step (`children`: usually a button). */
export function EmptyState({ icon: Icon, title, hint, children }: Props) {
  return (
    <Empty.Root>
      <Empty.Content>
        {Icon && (
          <Empty.Indicator>
            <Icon aria-hidden />
          </Empty.Indicator>
        )}
        <VStack textAlign="center" gap="1">
          <Empty.Title>{title}</Empty.Title>
          {hint && <Empty.Description maxWidth="48ch">{hint}</Empty.Description>}
        </VStack>
        {children}
      </Empty.Content>
    </Empty.Root>
  )
}
