import { Link as ChakraLink, Flex, Image, RadioCard, Text } from '@chakra-ui/react'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatBytes } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { FileChoice } from '#shared/sku/bulk-contract.ts'

type Props = {
  name: string
  choices: readonly FileChoice[]
  /** The choice of an earlier page of the table. */
  chosen: string | undefined
  onChoose: (file: string) => void
}

/** The files of one name, as pictures with their dates, of which the person chooses one. */
export function FileChoices({ name, choices, chosen, onChoose }: Props) {
  const t = useText('skuBulk')
  return (
    <RadioCard.Root defaultValue={chosen ?? null} size="sm" onValueChange={({ value }) => value && onChoose(value)}>
      <RadioCard.Label srOnly>{name}</RadioCard.Label>
      <Flex gap="2" wrap="wrap">
        {choices.map(({ file, name: stored, mime, size, createdAt }) => (
          <RadioCard.Item key={file} value={file} flex="0 1 9rem">
            <RadioCard.ItemHiddenInput />
            <RadioCard.ItemControl flexDirection="column" gap="1">
              {mime.startsWith('image/') ? (
                <Image src={`/api/files/${file}`} alt={stored} boxSize="16" objectFit="contain" />
              ) : (
                <ChakraLink href={`/api/files/${file}`} target="_blank" rel="noreferrer" textDecoration="underline">
                  {t('openFile')}
                </ChakraLink>
              )}
              <RadioCard.ItemText textStyle="xs">{formatDateTime(createdAt)}</RadioCard.ItemText>
              <Text textStyle="xs" color="fg.muted">
                {formatBytes(size)}
              </Text>
              <RadioCard.ItemIndicator />
            </RadioCard.ItemControl>
          </RadioCard.Item>
        ))}
      </Flex>
    </RadioCard.Root>
  )
}
