import type { Language } from './language.ts'

/** The wordings that schemas give to their own rules, in Russian; the schemas themselves hold the English ones. */
const russian: Readonly<Record<string, string>> = {
  'Please fill in this field': 'Заполните это поле',
  'Please provide a valid email address': 'Укажите действительный адрес электронной почты',
  'At least 8 characters with lower case, upper case, a digit and a special character':
    'Не менее 8 символов: строчная и прописная буквы, цифра и специальный символ',
  'The passwords do not match': 'Пароли не совпадают',
  'Please fill in current password': 'Введите текущий пароль',
  'Please fill in new password': 'Введите новый пароль',
  'Please fill in retype password': 'Повторите новый пароль',
  'Please fill in the company name': 'Укажите название компании',
  'Please fill in the business name': 'Укажите название компании',
  'Please select a role': 'Выберите роль',
  'Please tick the checkbox if you want to proceed': 'Поставьте отметку, чтобы продолжить',
  'Please select a country': 'Выберите страну',
  'Please fill in the registration number': 'Укажите регистрационный номер',
  'Please upload the document': 'Загрузите документ',
  'Starts with 0 or + and has 9 to 15 digits': 'Начинается с 0 или + и содержит от 9 до 15 цифр',
  '5 to 9 digits': 'От 5 до 9 цифр',
  'File type not accepted, sorry!': 'Такой тип файла не принимается.',
  'Invalid URL format': 'Неверный формат адреса',
  'Every detail needs its own name': 'У каждой характеристики должно быть своё название',
  'Please fill in the name': 'Укажите название',
  'Please fill in the SKU': 'Укажите артикул',
  'Please select a trademark': 'Выберите товарный знак',
  'Please select a SKU': 'Выберите артикул',
  'Please fill in the quantity': 'Укажите количество',
  'Invalid amount': 'Неверное количество',
  'Invalid size': 'Неверный размер',
  'Invalid position': 'Неверное положение',
  'Please select a plan': 'Выберите тариф',
  'Please fill in Plan Name': 'Укажите название тарифа',
  'Please fill in Codes': 'Укажите количество кодов',
  'Please fill in the description': 'Укажите описание',
  'Prices cannot be negative': 'Цена не может быть отрицательной',
  'Please fill in a whole number': 'Укажите целое число',
  'Please fill in the validity period': 'Укажите срок действия',
  'Please select the validity unit': 'Выберите единицу срока',
  'Please pick a form template': 'Выберите шаблон формы',
  'Please pick a date': 'Укажите дату',
  'Please fill in the identifier': 'Укажите идентификатор',
  'Every sensor stands once in a section': 'Датчик указывается в разделе один раз',
  'Start Time must be before End Time': 'Время начала должно быть раньше времени окончания',
  'Please fill in recipient Name': 'Укажите имя получателя',
  'Please select an ID': 'Выберите идентификатор',
  'Please select a file': 'Выберите файл',
  'Please pick a colour': 'Выберите цвет',
  'The text is too long': 'Слишком длинный текст',
  'Every part needs an id of its own': 'У каждой части должен быть свой идентификатор',
  'Invalid host name': 'Неверное имя узла',
}

/** A rule's wording in the language of the reader. */
export function validationMessage(message: string, language: Language): string {
  return language === 'ruRU' ? (russian[message] ?? message) : message
}
