import { defineMail } from '#server/core/mail/mail.ts'

/** Contains no registered data: anybody can register with the address of another person, and would write to that person. */
export const confirmMail = defineMail({
  enUS: {
    subject: 'Confirm your email for Assay',
    paragraphs: [
      'Welcome to Assay. An account was created with this email address on {{time}}.',
      'Please confirm your email address. The link works for 48 hours.',
      'If you did not create this account, do not open the link.',
    ],
    action: { label: 'Confirm my email', url: '{{publicUrl}}/email-confirmation?confirmation={{token}}' },
  },
  ruRU: {
    subject: 'Подтвердите адрес почты для Assay',
    paragraphs: [
      'Добро пожаловать в Assay. С этим адресом почты создана учётная запись: {{time}}.',
      'Подтвердите адрес почты. Ссылка действует 48 часов.',
      'Если вы не создавали эту учётную запись, не открывайте ссылку.',
    ],
    action: { label: 'Подтвердить адрес', url: '{{publicUrl}}/email-confirmation?confirmation={{token}}' },
  },
})

export const resetMail = defineMail({
  enUS: {
    subject: 'Reset your Assay password',
    paragraphs: [
      'Somebody asked to reset the password of this account. The link works for one hour.',
      'If it was not you, nothing needs to be done.',
    ],
    action: { label: 'Set a new password', url: '{{publicUrl}}/reset-password?code={{token}}' },
  },
  ruRU: {
    subject: 'Сброс пароля Assay',
    paragraphs: [
      'Кто-то запросил сброс пароля этой учётной записи. Ссылка действует один час.',
      'Если это были не вы, ничего делать не нужно.',
    ],
    action: { label: 'Задать новый пароль', url: '{{publicUrl}}/reset-password?code={{token}}' },
  },
})

/** Contains no registered data, because an attacker may have written it. */
export const emailTakenMail = defineMail({
  enUS: {
    subject: 'You already have an Assay account',
    paragraphs: [
      'Somebody registered with this email address, which belongs to your account already.',
      'If it was you, sign in with the password of your account, or set a new one. The new registration cannot be confirmed and is removed after a week.',
      'If it was not you, nothing needs to be done. Your account is unchanged.',
    ],
    action: { label: 'Set a new password', url: '{{publicUrl}}/recover-password' },
  },
  ruRU: {
    subject: 'У вас уже есть учётная запись Assay',
    paragraphs: [
      'Кто-то зарегистрировался с этим адресом почты, а он уже принадлежит вашей учётной записи.',
      'Если это были вы, войдите с паролем своей учётной записи или задайте новый. Новую регистрацию подтвердить нельзя, через неделю она удаляется.',
      'Если это были не вы, ничего делать не нужно. Ваша учётная запись не изменилась.',
    ],
    action: { label: 'Задать новый пароль', url: '{{publicUrl}}/recover-password' },
  },
})

export const guessingMail = defineMail({
  enUS: {
    subject: 'Many failed sign-ins to your Assay account',
    paragraphs: [
      'Somebody has entered a wrong password for your account many times. Nobody got in this way, and further attempts are slowed down.',
      'You can go on: devices on which you signed in before are not slowed down. On another device wait a few minutes, or choose “Can’t sign in?” to set a new password.',
      'If your password is short, or you use it elsewhere too, change it in the settings.',
    ],
    action: { label: 'Open Assay', url: '{{publicUrl}}/' },
  },
  ruRU: {
    subject: 'Много неудачных попыток входа в вашу учётную запись Assay',
    paragraphs: [
      'Кто-то много раз ввёл неверный пароль вашей учётной записи. Войти так никому не удалось, новые попытки замедляются.',
      'Вы можете работать дальше: устройства, на которых вы уже входили, не замедляются. На другом устройстве подождите несколько минут или нажмите «Не получается войти?» и задайте новый пароль.',
      'Если пароль короткий или используется где-то ещё, смените его в настройках.',
    ],
    action: { label: 'Открыть Assay', url: '{{publicUrl}}/' },
  },
})
