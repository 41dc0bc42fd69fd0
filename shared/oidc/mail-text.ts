import { defineText } from '#shared/core/i18n/define-text.ts'

export const oidcMailText = defineText({
  enUS: {
    linkedSubject: 'Your Assay account was linked to your organization',
    linked: 'Your account is now linked to a person at {{host}}. This person can sign in to it without your password.',
    byYou: "If it was you, you don't need to do anything.",
    linkedByOther:
      'If it was not you, somebody knows your password: unlink the account in the settings, change the password and sign out all other devices.',
    unlinkedSubject: 'Your Assay account is no longer linked to your organization',
    unlinked: 'Your account was unlinked from {{host}}. It now opens with your password only.',
    unlinkedByOther: 'If it was not you, change your password and sign out all other devices in the settings.',
    settings: 'Open the settings',
    endedSubject: 'Set a password for your Assay account',
    ended:
      'Your business has removed the sign-in of your organization from Assay. Your account stays as it is, but it has no password yet.',
    setPassword: 'Open the page, enter this address, and you get a link to set a password.',
    setPasswordAction: 'Set a password',
  },
  ruRU: {
    linkedSubject: 'Ваша учётная запись Assay связана с организацией',
    linked: 'Учётная запись связана с человеком на {{host}}. Он может войти в неё без вашего пароля.',
    byYou: 'Если это были вы, ничего делать не нужно.',
    linkedByOther:
      'Если это были не вы, кто-то знает ваш пароль: отмените связь в настройках, смените пароль и выйдите на всех других устройствах.',
    unlinkedSubject: 'Ваша учётная запись Assay больше не связана с организацией',
    unlinked: 'Связь учётной записи с {{host}} отменена. Теперь в неё можно войти только с паролем.',
    unlinkedByOther: 'Если это были не вы, смените пароль и выйдите на всех других устройствах в настройках.',
    settings: 'Открыть настройки',
    endedSubject: 'Задайте пароль для учётной записи Assay',
    ended:
      'Ваша компания отключила в Assay вход через организацию. Учётная запись не изменилась, но пароля у неё ещё нет.',
    setPassword: 'Откройте страницу и укажите этот адрес: придёт ссылка, чтобы задать пароль.',
    setPasswordAction: 'Задать пароль',
  },
})
