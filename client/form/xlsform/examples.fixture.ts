// biome-ignore-all lint/suspicious/noTemplateCurlyInString: XLSForm names questions so.
/** Forms of the shapes that the guides of XLSForm, ODK and KoboToolbox teach, in words of our own. */
type ExampleSheets = { sheet: string; data: (string | number | boolean | null)[][] }[]

/** Calculations, a constraint with a message and a condition. */
export const deliveryExample: ExampleSheets = [
  {
    sheet: 'survey',
    data: [
      [
        'type',
        'name',
        'label',
        'hint',
        'required',
        'relevant',
        'constraint',
        'constraint_message',
        'calculation',
        'default',
      ],
      [
        'date',
        'arrival',
        'When did it arrive?',
        null,
        'yes',
        null,
        '. <= today()',
        'Not in the future',
        null,
        'today()',
      ],
      ['decimal', 'price', 'Price of a crate', 'Without tax', 'yes', null, '. > 0', 'More than zero', null, null],
      ['integer', 'crates', 'How many crates?', null, 'yes', null, '. >= 1 and . <= 40', null, null, 1],
      ['calculate', 'net', null, null, null, null, null, null, '${price} * ${crates}', null],
      ['decimal', 'tax', 'Tax', null, null, null, null, null, 'round(${net} * 20 div 100, 2)', null],
      [
        'text',
        'reason',
        'Why so many?',
        null,
        '${crates} > 20',
        '${crates} > 10',
        'string-length(.) >= 5',
        null,
        null,
        null,
      ],
    ],
  },
  {
    sheet: 'settings',
    data: [
      ['form_title', 'form_id', 'version'],
      ['Delivery of crates', 'delivery', '2026-11'],
    ],
  },
]

/** Two languages, lists of choices, groups with conditions, and names with a hyphen. */
export const farmExample: ExampleSheets = [
  {
    sheet: 'survey',
    data: [
      [
        'type',
        'name',
        'label::English (en)',
        'label::Русский (ru)',
        'relevant',
        'required',
        'appearance',
        'constraint',
      ],
      ['text', 'farmer', 'Name of the farmer', 'Имя фермера', null, 'true()', null, 'regex(., "[A-Za-z ]{2,60}")'],
      ['begin group', 'crops', 'Crops', 'Культуры', null, null, 'field-list', null],
      [
        'select_multiple crop',
        'grown-crops',
        'Which crops?',
        'Какие культуры?',
        null,
        'yes',
        'minimal',
        'count-selected(.) <= 2',
      ],
      ['begin group', 'tea', 'Tea', 'Чай', "selected(${grown-crops}, 'tea')", null, null, null],
      ['select_one yes_no', 'organic', 'Is it organic?', 'Органический?', null, null, null, null],
      ['date', 'certified', 'Certified on', 'Дата сертификата', "${organic} = 'yes'", null, null, null],
      ['end group', null, null, null, null, null, null, null],
      ['end group', null, null, null, null, null, null, null],
      ['note', 'thanks', 'Thank you!', 'Спасибо!', null, null, null, null],
    ],
  },
  {
    sheet: 'choices',
    data: [
      ['list_name', 'name', 'label::English (en)', 'label::Русский (ru)'],
      ['crop', 'tea', 'Tea', 'Чай'],
      ['crop', 'sugar cane', 'Sugar cane', 'Сахарный тростник'],
      ['crop', 'rice', 'Rice', 'Рис'],
      ['yes_no', 'yes', 'Yes', 'Да'],
      ['yes_no', 'no', 'No', 'Нет'],
    ],
  },
  {
    sheet: 'settings',
    data: [
      ['form_title', 'default_language'],
      ['Farm visit', 'English (en)'],
    ],
  },
]

/** What has no counterpart: metadata, repeats, a file of choices, filters, and functions that only other programs have. */
export const householdExample: ExampleSheets = [
  {
    sheet: 'survey',
    data: [
      ['type', 'name', 'label', 'relevant', 'calculation', 'choice_filter', 'default', 'media::image', 'constraint'],
      ['start', 'begun', null, null, null, null, null, null, null],
      ['deviceid', 'device', null, null, null, null, null, null, null],
      ['select_one region', 'region', 'Region', null, null, null, 'north', null, null],
      ['select_one town', 'town', 'Town in ${region}', null, null, 'region = ${region}', null, 'map.png', null],
      ['select_one_from_file shops.csv', 'shop', 'Shop', null, null, null, null, null, null],
      ['begin repeat', 'member', 'Member of the household', null, null, null, null, null, null],
      ['text', 'member_name', 'Name', null, null, null, null, null, null],
      ['integer', 'age', 'Age', null, null, null, null, null, '. < 130'],
      ['calculate', 'place', null, null, 'position(..)', null, null, null, null],
      ['end repeat', null, null, null, null, null, null, null, null],
      ['calculate', 'adults', null, null, 'pulldata("people", "count", "id", ${region})', null, null, null, null],
      ['text', 'remark', 'Remark', '${adults} > 1', null, null, 'none', null, null],
      ['time', 'ended', 'Time', null, null, null, 'now()', null, null],
      ['rank town', 'order', 'Rank the towns', null, null, null, null, null, null],
    ],
  },
  {
    sheet: 'choices',
    data: [
      ['list_name', 'name', 'label', 'region'],
      ['region', 'north', 'North', null],
      ['region', 'south', 'South', null],
      ['town', 'hill', 'Hill', 'north'],
      ['town', 'lake', 'Lake', 'south'],
    ],
  },
]
