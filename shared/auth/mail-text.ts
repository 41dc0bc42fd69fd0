import { defineText } from '#shared/core/i18n/define-text.ts'

/** Subjects contain no data: mails are counted by them, see `countRecentMails`. */
export const authMailText = defineText({
  enUS: {
    confirmSubject: 'Confirm your email for Assay',
    confirmWelcome: 'Welcome to Assay. An account was created with this email address on {{time}}.',
    confirmRequest: 'Please confirm your email address. The link works for 48 hours.',
    confirmIgnore: 'If you did not create this account, do not open the link.',
    confirmAction: 'Confirm my email',
    resetSubject: 'Reset your Assay password',
    resetRequest: 'Somebody asked to reset the password of this account. The link works for one hour.',
    resetAction: 'Set a new password',
    takenSubject: 'You already have an Assay account',
    taken: 'Somebody registered with this email address, which belongs to your account already.',
    takenByYou:
      'If it was you, sign in with the password of your account, or set a new one. The new registration cannot be confirmed and is removed after a week.',
    takenByOther: "If it wasn't you, you don't need to do anything. Your account is unchanged.",
    guessingSubject: 'Many failed sign-ins to your Assay account',
    guessing:
      'Somebody has entered a wrong password for your account many times. Nobody got in this way, and further attempts are slowed down.',
    guessingGoOn:
      'You can still sign in: devices on which you signed in before are not slowed down. On a new device, wait a few minutes, or choose “Can’t sign in?” to set a new password.',
    guessingChange: 'If your password is short, or you use it elsewhere too, change it in the settings.',
    guessingAction: 'Open Assay',
    notYou: "If it wasn't you, you don't need to do anything.",
    passkeyAddedSubject: 'A passkey was added to your Assay account',
    passkeyAdded: 'The passkey “{{name}}” was added to your account on {{time}}. It signs in without the password.',
    passkeyByYou: "If it was you, you don't need to do anything.",
    passkeyAddedByOther:
      'If it was not you, somebody knows your password: remove the passkey in the settings, change the password, and sign out all other devices.',
    passkeyRemovedSubject: 'A passkey was removed from your Assay account',
    passkeyRemoved: 'The passkey “{{name}}” was removed from your account on {{time}}. It no longer signs in.',
    passkeyRemovedByOther: 'If it was not you, change your password and sign out all other devices in the settings.',
    passkeyAction: 'Open the settings',
  },
  ruRU: {
    confirmSubject: 'Подтвердите адрес почты для Assay',
    confirmWelcome: 'Добро пожаловать в Assay. С этим адресом почты создана учётная запись: {{time}}.',
    confirmRequest: 'Подтвердите адрес почты. Ссылка действует 48 часов.',
    confirmIgnore: 'Если вы не создавали эту учётную запись, не открывайте ссылку.',
    confirmAction: 'Подтвердить адрес',
    resetSubject: 'Сброс пароля Assay',
    resetRequest: 'Кто-то запросил сброс пароля этой учётной записи. Ссылка действует один час.',
    resetAction: 'Задать новый пароль',
    takenSubject: 'У вас уже есть учётная запись Assay',
    taken: 'Кто-то зарегистрировался с этим адресом почты, а он уже принадлежит вашей учётной записи.',
    takenByYou:
      'Если это были вы, войдите с паролем своей учётной записи или задайте новый. Новую регистрацию подтвердить нельзя, через неделю она удаляется.',
    takenByOther: 'Если это были не вы, ничего делать не нужно. Ваша учётная запись не изменилась.',
    guessingSubject: 'Много неудачных попыток входа в вашу учётную запись Assay',
    guessing:
      'Кто-то много раз ввёл неверный пароль вашей учётной записи. Войти так никому не удалось, новые попытки замедляются.',
    guessingGoOn:
      'Вы можете работать дальше: устройства, на которых вы уже входили, не замедляются. На другом устройстве подождите несколько минут или нажмите «Не получается войти?» и задайте новый пароль.',
    guessingChange: 'Если пароль короткий или используется где-то ещё, смените его в настройках.',
    guessingAction: 'Открыть Assay',
    notYou: 'Если это были не вы, ничего делать не нужно.',
    passkeyAddedSubject: 'К вашей учётной записи Assay добавлен ключ доступа',
    passkeyAdded: 'Ключ доступа «{{name}}» добавлен к вашей учётной записи: {{time}}. С ним можно войти без пароля.',
    passkeyByYou: 'Если это были вы, ничего делать не нужно.',
    passkeyAddedByOther:
      'Если это были не вы, кто-то знает ваш пароль: удалите ключ доступа в настройках, смените пароль и выйдите на всех других устройствах.',
    passkeyRemovedSubject: 'Ключ доступа удалён из вашей учётной записи Assay',
    passkeyRemoved: 'Ключ доступа «{{name}}» удалён из вашей учётной записи: {{time}}. Войти с ним больше нельзя.',
    passkeyRemovedByOther: 'Если это были не вы, смените пароль и выйдите на всех других устройствах в настройках.',
    passkeyAction: 'Открыть настройки',
  },
})
