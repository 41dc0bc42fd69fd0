import { chakra, Flex, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'

/** Pictures of the two sides of the product. */
const shots = [
  { src: '/images/landing-console.webp', width: 1200, height: 750, words: 'shotConsole', share: '3' },
  { src: '/images/landing-verify.webp', width: 520, height: 1040, words: 'shotVerify', share: '1' },
] as const

/** Screenshots of the console and of the verify page. Loaded when a visitor scrolls to them. */
export function ProductScreenshots() {
  const t = useText('auth')
  return (
    <Flex
      as="section"
      aria-label={t('shots')}
      gap={{ base: '6', md: '10' }}
      wrap="wrap"
      align="flex-end"
      justify="center"
      padding={{ base: '4', md: '8' }}
      width="full"
      maxWidth="6xl"
      marginInline="auto"
    >
      {shots.map(({ src, width, height, words, share }) => (
        <chakra.figure
          key={src}
          flex={`${share} 1 0`}
          minWidth={share === '1' ? '12rem' : '18rem'}
          maxWidth={share === '1' ? '16rem' : undefined}
        >
          <chakra.img
            src={src}
            aspectRatio={`${width} / ${height}`}
            alt=""
            loading="lazy"
            decoding="async"
            width="full"
            height="auto"
            borderWidth="1px"
            borderRadius="lg"
            boxShadow="lg"
          />
          <Text as="figcaption" marginTop="3" color="fg.muted" textStyle="sm">
            {t(words)}
          </Text>
        </chakra.figure>
      ))}
    </Flex>
  )
}
