import { Center, Spinner, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'

export function Loading() {
  const t = useText('ui')
  return (
    <Center minHeight="50dvh">
      <Spinner size="lg" color="primary.solid" aria-hidden />
      <Text srOnly>{t('loading')}</Text>
    </Center>
  )
}
