import { headedText, type Showcase } from '#scripts/seed/showcase/brand.ts'

export const sibirskiyKedr: Showcase = {
  code: 'sibirskiy-kedr',
  company: 'ООО «Сибирский кедр»',
  brand: 'Сибирский кедр',
  country: 'ru',
  product: {
    name: 'Кедровое масло «Тайга»',
    sku: 'SK-MASLO-250',
    facts: { Состав: 'Масло кедрового ореха', Сбор: 'Осень 2026', Отжим: 'Холодный', Объём: '250 мл' },
  },
  palette: { pale: '#eef5f0', soft: '#bfd8cc', mid: '#5f9a83', deep: '#1f4a3d' },
  pack: 'bottle',
  label: 'Тайга',
  certificate: { type: 'ISO 9001', title: 'Производство масла' },
  look: {
    badge: 'EcoTag',
    social_icon: 'Telegram',
    social_link: 'https://t.me/kedr_example',
    verified_text: 'Код «Сибирского кедра»',
    description: 'Напечатан для масла, которое мы отжали и разлили в Томске.',
    background_color: '#1f4a3d',
    website: 'https://kedr.example',
    button_text: 'О производстве',
    product_details: 'О продукте',
    customSKUName: 'Наименование',
    customSKU: 'Артикул',
  },
  story: headedText(
    'Орех собран вручную',
    'Шишку снимают только упавшую: дерево остаётся целым, а орех дозревает сам.',
  ),
  scenes: ['taiga', 'peaks'],
  journey: {
    title: 'Путь масла',
    stations: [
      { title: 'Сбор', description: 'Сентябрь 2026 года, Томская область', scene: 'taiga' },
      { title: 'Холодный отжим', description: 'Дубовый пресс, не выше 35 °C' },
      { title: 'Розлив', description: 'Тёмное стекло, партия 26-114' },
    ],
  },
}
