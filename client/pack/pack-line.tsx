import { Button, Flex, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

type Props = { name: string; note?: string; action: string; icon: ReactNode; onPress: () => void }

/** One package of a list, with the button that adds or removes it. */
export function PackLine({ name, note, action, icon, onPress }: Props) {
  return (
    <Flex align="center" justify="space-between" gap="3" borderWidth="1px" borderRadius="l2" paddingInline="3">
      <Text fontFamily="mono" overflowWrap="anywhere">
        {name}
      </Text>
      <Flex align="center" gap="2">
        {note && <Text color="fg.muted">{note}</Text>}
        <Button variant="ghost" onClick={onPress} aria-label={action}>
          {icon}
        </Button>
      </Flex>
    </Flex>
  )
}
