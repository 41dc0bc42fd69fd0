import { defineText } from '#shared/core/text.ts'

export const submissionText = defineText({
  enUS: {
    created: 'Submission created!',
    updated: 'Submission updated!',
    missingFields: 'You have missing fields',
  },
  ruRU: {
    created: 'Форма создана!',
    updated: 'Форма сохранена!',
    missingFields: 'Заполнены не все поля',
  },
})
