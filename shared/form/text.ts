import { defineText } from '#shared/core/text.ts'

export const formText = defineText({
  enUS: {
    formTitle: 'Form Title',
    sectionTitle: 'Section Title #{{number}}',
    questionTitle: 'Question Title #{{number}}',
    string: 'Text',
    number: 'Number',
    date: 'Date',
    unique: 'Unique text',
  },
  ruRU: {
    formTitle: 'Название формы',
    sectionTitle: 'Название раздела №{{number}}',
    questionTitle: 'Название вопроса №{{number}}',
    string: 'Текст',
    number: 'Число',
    date: 'Дата',
    unique: 'Неповторяющийся текст',
  },
})
