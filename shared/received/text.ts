import { defineText } from '#shared/core/i18n/define-text.ts'

export const receivedText = defineText({
  enUS: {
    title: 'File from another app',
    description: 'Choose what the codes in this file are for.',
    activate: 'Activate the codes',
    ship: 'Add the codes to a shipment',
    discard: 'Discard the file',
    role: "You can't activate or ship codes. Ask the account owner.",
    none: 'No file is waiting',
    noneHint: 'Share a CSV file with Assay from a mail or a chat, or choose one on the screen of activation.',
    toActivation: 'Go to activation',
  },
  ruRU: {
    title: 'Файл из другого приложения',
    description: 'Выберите, для чего нужны коды из этого файла.',
    activate: 'Активировать коды',
    ship: 'Добавить коды в отправление',
    discard: 'Удалить файл',
    role: 'Ваша роль не позволяет ни активировать, ни отправлять коды. Обратитесь к владельцу аккаунта.',
    none: 'Нет ожидающего файла',
    noneHint: 'Отправьте CSV-файл в Assay из письма или чата либо выберите файл на экране активации.',
    toActivation: 'Перейти к активации',
  },
})
