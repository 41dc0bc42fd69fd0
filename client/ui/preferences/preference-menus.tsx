import { HStack, IconButton, Menu, Portal } from '@chakra-ui/react'
import { LuContrast, LuLanguages } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { chooseLanguage, languageNames } from '#client/core/i18n/language.ts'
import { preferences, setTheme } from '#client/core/session/preferences.ts'
import { type Language, languages } from '#shared/core/i18n/language.ts'
import { type Theme, themes } from '#shared/core/theme.ts'

/** Two menus: language and theme. */
export function Component() {
  const t = useText('app')
  const { language, theme } = preferences()
  return (
    <HStack gap="0">
      <Choice
        label={t('language')}
        icon={<LuLanguages />}
        value={language}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChoose={(value) => chooseLanguage(value as Language)}
      />
      <Choice
        label={t('theme')}
        icon={<LuContrast />}
        value={theme}
        options={themes.map((value) => ({ value, label: t(value) }))}
        onChoose={(value) => setTheme(value as Theme)}
      />
    </HStack>
  )
}

type ChoiceProps = {
  label: string
  icon: React.ReactNode
  value: string
  options: readonly { value: string; label: string }[]
  onChoose: (value: string) => void
}

function Choice({ label, icon, value, options, onChoose }: ChoiceProps) {
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount>
      <Menu.Trigger asChild>
        <IconButton variant="ghost" size={{ base: 'sm', md: 'md' }} aria-label={label}>
          {icon}
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minWidth="40">
            <Menu.RadioItemGroup value={value} onValueChange={(change) => onChoose(change.value)}>
              {options.map((option) => (
                <Menu.RadioItem key={option.value} value={option.value}>
                  <Menu.ItemIndicator />
                  {option.label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioItemGroup>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}
