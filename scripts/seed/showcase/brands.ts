import type { CustomizationInput } from '#shared/customization/contract.ts'
import type { Delta } from '#shared/customization/rich-text-delta.ts'
import type { Palette } from './art.ts'
import type { Pack } from './packs.ts'
import type { Scene } from './scenes.ts'

type Station = { title: string; description: string; scene?: Scene }

/** An invented brand of the demo data. */
export type Showcase = {
  code: string
  company: string
  brand: string
  /** ISO 3166, two letters in lower case. */
  country: string
  product: { name: string; sku: string; facts: Record<string, string> }
  palette: Palette
  pack: Pack
  /** The text of the label below the brand name. */
  label: string
  certificate: { type: 'Halal' | 'ISO 9001'; title: string }
  /** All content of the page except for pictures. */
  look: Omit<CustomizationInput, 'isDraft' | 'logo' | 'certificates' | 'additions'>
  story: Delta
  scenes: readonly [Scene, Scene]
  journey: { title: string; stations: readonly Station[] }
  shop?: { url: string; words: string }
  video?: { title: string; videoUrl: string; description: string }
  map?: string
}

/** A heading and paragraphs. */
const told = (heading: string, ...paragraphs: string[]): Delta => ({
  ops: [
    { insert: heading },
    { insert: '\n', attributes: { header: 2 } },
    ...paragraphs.map((paragraph) => ({ insert: `${paragraph}\n` })),
  ],
})
const listed = (items: readonly string[]): Delta['ops'] =>
  items.flatMap((item) => [{ insert: item }, { insert: '\n', attributes: { list: 'bullet' as const } }])

export const showcases: readonly Showcase[] = [
  {
    code: 'olivar-del-sur',
    company: 'Olivar del Sur S.L.',
    brand: 'Olivar del Sur',
    country: 'es',
    product: {
      name: 'Early Harvest Olive Oil',
      sku: 'OS-EH-500',
      facts: { Variety: 'Picual | Hojiblanca', Harvest: 'October 2026', Acidity: '0.17 %', 'Net volume': '500 ml' },
    },
    palette: { pale: '#f6f3e4', soft: '#dfe0bd', mid: '#a3a45c', deep: '#4b5320' },
    pack: 'bottle',
    label: 'Extra virgin',
    certificate: { type: 'ISO 9001', title: 'Milling and bottling' },
    look: {
      badge: 'EcoTag',
      social_icon: 'Instagram',
      social_link: 'https://www.instagram.com/olivardelsur.example',
      verified_text: 'Genuine Olivar oil',
      description: 'Pressed within four hours of picking, in our own mill.',
      background_color: '#4b5320',
      website: 'https://olivar-del-sur.example/early-harvest',
      button_text: 'Meet the grove',
      product_details: 'In this bottle',
      customSKUName: 'Oil',
      breakLineChar: '|',
    },
    story: {
      ops: [
        ...told(
          'Four hours, no more',
          'The first olives of October give little oil, and the best: green, peppery, alive.',
        ).ops,
        ...listed(['Store it away from light', 'Best within 18 months', 'For bread, tomatoes and grilled fish']),
      ],
    },
    scenes: ['grove', 'hills'],
    journey: {
      title: 'From tree to bottle',
      stations: [
        { title: 'Picked by hand', description: '14 October 2026, plot 7, Sierra de Cazorla', scene: 'grove' },
        { title: 'Pressed cold', description: 'At 22 °C, three hours and ten minutes after picking' },
        { title: 'Bottled', description: 'Under nitrogen, 2 November 2026' },
      ],
    },
    shop: { url: 'https://olivar-del-sur.example/recipes', words: 'Recipes with our oil' },
  },
  {
    code: 'aurum-watch',
    company: 'Aurum Watch Company SA',
    brand: 'Aurum',
    country: 'ch',
    product: {
      name: 'Aurum Meridian 38',
      sku: 'AU-MER-38',
      facts: { Movement: 'AU-12 automatic', Case: '38 mm steel', 'Water resistance': '100 m', Warranty: '5 years' },
    },
    palette: { pale: '#f4f1ea', soft: '#d5d9e2', mid: '#b08d57', deep: '#1b2438' },
    pack: 'watch',
    label: '',
    certificate: { type: 'ISO 9001', title: 'Assembly in Le Locle' },
    look: {
      badge: '{product}',
      social_icon: 'Instagram',
      social_link: 'https://www.instagram.com/aurumwatch.example',
      verified_text: 'Authentic Aurum',
      description: 'This watch left our atelier with this code sealed inside its case back.',
      background_color: '#1b2438',
      website: 'https://aurum.example/meridian',
      button_text: 'Register your warranty',
      product_details: 'Your watch',
      customSKUName: 'Model',
      customSKU: 'Reference',
    },
    story: told(
      'One watchmaker, one watch',
      'Every Meridian is assembled from the first screw to the last by a single watchmaker, who signs the inside of the case.',
    ),
    scenes: ['peaks', 'hills'],
    journey: {
      title: 'In the atelier',
      stations: [
        { title: 'Movement assembled', description: '148 parts, three days' },
        { title: 'Fifteen days of observation', description: 'Five positions, three temperatures', scene: 'peaks' },
        { title: 'Signed', description: 'By its watchmaker, Le Locle' },
      ],
    },
    video: {
      title: 'How a Meridian is made',
      videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
      description: 'Three minutes in our atelier.',
    },
  },
  {
    code: 'lumen-skin',
    company: 'Lumen Skin Laboratories',
    brand: 'Lumen',
    country: 'fr',
    product: {
      name: 'Lumen Night Serum',
      sku: 'LU-NS-30',
      facts: {
        'Skin type': 'All',
        'Key ingredients': 'Niacinamide 5 %;Squalane;Bakuchiol',
        'After opening': '12 months',
        Volume: '30 ml',
      },
    },
    palette: { pale: '#fdf3f1', soft: '#f0d5d3', mid: '#d9a5a7', deep: '#7f4450' },
    pack: 'bottle',
    label: 'Night serum',
    certificate: { type: 'ISO 9001', title: 'Cosmetic laboratory' },
    look: {
      badge: '{product}',
      social_icon: 'Instagram',
      social_link: 'https://www.instagram.com/lumenskin.example',
      verified_text: 'It is really Lumen',
      description: 'Made in our laboratory in Lyon, filled for you in September.',
      background_color: '#f0d5d3',
      website: 'https://lumen-skin.example/night',
      button_text: 'Your evening routine',
      hideLink: true,
      product_details: 'What is inside',
      breakLineChar: ';',
    },
    story: {
      ops: [
        ...told('Three drops, every night').ops,
        { insert: 'Cleanse, wait a minute, then press three drops into the skin. ' },
        { insert: 'New to bakuchiol?', attributes: { bold: true } },
        { insert: ' Begin with every second night.\n' },
      ],
    },
    scenes: ['sea', 'hills'],
    journey: {
      title: 'Batch LN-2609',
      stations: [
        { title: 'Blended', description: '9 September 2026, Lyon' },
        { title: 'Tested', description: 'By an independent laboratory, 64 days of stability' },
        { title: 'Filled and sealed', description: 'If the seal is broken, do not use it' },
      ],
    },
    shop: { url: 'https://lumen-skin.example/refills', words: 'Order a refill' },
  },
  {
    code: 'nordhavn-coffee',
    company: 'Nordhavn Coffee Roasters ApS',
    brand: 'Nordhavn',
    country: 'dk',
    product: {
      name: 'Nordhavn Yirgacheffe',
      sku: 'NH-YIR-250',
      facts: {
        Origin: 'Gedeo, Ethiopia',
        Altitude: '1 950 m',
        Process: 'Washed',
        Roasted: '18 November 2026',
        'Net weight': '250 g',
      },
    },
    palette: { pale: '#f7efe6', soft: '#dcc3aa', mid: '#b0764a', deep: '#4a2c1c' },
    pack: 'bag',
    label: 'Yirgacheffe',
    certificate: { type: 'ISO 9001', title: 'Roastery' },
    look: {
      badge: 'EcoTag',
      social_icon: 'Facebook',
      social_link: 'https://www.facebook.com/nordhavn.example',
      verified_text: 'Fresh from Nordhavn',
      description: 'Roasted by us on the harbour. Drink it within six weeks.',
      background_color: '#4a2c1c',
      website: 'https://nordhavn.example/yirgacheffe',
      button_text: 'Brew guide',
      product_details: 'The beans',
      customSKU: 'Lot',
    },
    story: {
      ops: [
        ...told('Jasmine, bergamot, honey', 'Our lightest roast. Grind it just before you brew:').ops,
        ...listed([
          '15 g of coffee, 250 g of water at 94 °C',
          'Bloom for 40 seconds',
          'Finish in two minutes and a half',
        ]),
      ],
    },
    scenes: ['peaks', 'field'],
    journey: {
      title: 'The way of the lot',
      stations: [
        { title: 'Harvested', description: 'By 312 families of the Worka cooperative', scene: 'field' },
        { title: 'Arrived in Copenhagen', description: '12 October 2026, 38 bags' },
        { title: 'Roasted', description: '18 November 2026, by Freja' },
      ],
    },
  },
  {
    code: 'barakah-dates',
    company: 'Barakah Dates Trading',
    brand: 'Barakah',
    country: 'ae',
    product: {
      name: 'Barakah Ajwa Dates',
      sku: 'BK-AJW-400',
      facts: { Variety: 'Ajwa', Harvest: '2026', Storage: 'Cool and dry', 'Net weight': '400 g' },
    },
    palette: { pale: '#fbf3e3', soft: '#ecd3a4', mid: '#c98f3d', deep: '#6b3d16' },
    pack: 'box',
    label: 'Ajwa dates',
    certificate: { type: 'Halal', title: 'Halal certificate 2026' },
    look: {
      badge: 'Halal',
      social_icon: 'WhatsApp',
      social_link: 'https://wa.me/971500000000',
      verified_text: 'Genuine and halal',
      description: 'Packed by Barakah in Madinah, certified for 2026.',
      background_color: '#6b3d16',
      website: 'https://barakah-dates.example',
      button_text: 'Our gardens',
      product_details: 'About these dates',
      customSKUName: 'Product',
      customSKU: 'Item number',
    },
    story: told(
      'A gift since 1974',
      'Three generations of our family tend the same 2 400 palms. The dates are sorted by hand, twice.',
    ),
    scenes: ['field', 'hills'],
    journey: {
      title: 'This box',
      stations: [
        { title: 'Harvested', description: 'August 2026', scene: 'field' },
        { title: 'Sorted by hand', description: 'Grade A, 26 mm and more' },
        { title: 'Certified', description: 'Halal, batch 2026-118' },
      ],
    },
    shop: { url: 'https://barakah-dates.example/gifts', words: 'Send it as a gift' },
  },
  {
    code: 'wiesenhof-honig',
    company: 'Wiesenhof Imkerei',
    brand: 'Wiesenhof',
    country: 'at',
    product: {
      name: 'Wiesenhof Alpine Honey',
      sku: 'WH-ALP-350',
      facts: {
        Blossom: 'Alpine rose, clover, thyme',
        Altitude: '1 400 m',
        Harvest: 'July 2026',
        'Net weight': '350 g',
      },
    },
    palette: { pale: '#fff8e1', soft: '#f7dd92', mid: '#e0a526', deep: '#8a5a06' },
    pack: 'jar',
    label: 'Alpine honey',
    certificate: { type: 'ISO 9001', title: 'Residue-free, tested' },
    look: {
      badge: 'EcoTag',
      verified_text: 'Pure Wiesenhof honey',
      description: 'Nothing added, nothing taken away.',
      background_color: '#f7dd92',
      website: 'https://wiesenhof.example',
      button_text: 'Visit the bees',
      product_details: 'In this jar',
    },
    story: {
      ops: [
        ...told('Why it crystallises').ops,
        { insert: 'Real honey turns firm with time. Warm the jar in water of at most 40 °C and it flows again.\n' },
        { insert: 'Heat above that takes away what the bees put in.' },
        { insert: '\n', attributes: { blockquote: true } },
      ],
    },
    scenes: ['field', 'peaks'],
    journey: {
      title: 'One summer',
      stations: [
        { title: 'Hives carried up', description: '3 June 2026, to 1 400 m', scene: 'peaks' },
        { title: 'Harvested', description: '22 July 2026, 41 hives' },
        { title: 'Filled cold', description: 'September 2026' },
      ],
    },
    map: 'https://www.openstreetmap.org/export/embed.html?bbox=12.9%2C47.1%2C13.3%2C47.35&layer=mapnik',
  },
  {
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
      verified_text: 'Настоящий кедр',
      description: 'Отжато и разлито нами в Томске.',
      background_color: '#1f4a3d',
      website: 'https://kedr.example',
      button_text: 'О производстве',
      product_details: 'О продукте',
      customSKUName: 'Наименование',
      customSKU: 'Артикул',
    },
    story: told('Орех собран вручную', 'Шишку снимают только упавшую: дерево остаётся целым, а орех дозревает сам.'),
    scenes: ['peaks', 'grove'],
    journey: {
      title: 'Путь масла',
      stations: [
        { title: 'Сбор', description: 'Сентябрь 2026 года, Томская область', scene: 'grove' },
        { title: 'Холодный отжим', description: 'Дубовый пресс, не выше 35 °C' },
        { title: 'Розлив', description: 'Тёмное стекло, партия 26-114' },
      ],
    },
  },
  {
    code: 'kite-and-kids',
    company: 'Kite & Kids Toys Ltd',
    brand: 'Kite and Kids',
    country: 'gb',
    product: {
      name: 'Stacking Harbour',
      sku: 'KK-HARB-12',
      facts: { Age: 'From 12 months', Wood: 'Beech, FSC', Paint: 'Water-based, EN 71-3', Pieces: '14' },
    },
    palette: { pale: '#eff7ff', soft: '#c6e0f7', mid: '#f2a541', deep: '#1f5f99' },
    pack: 'box',
    label: 'Harbour',
    certificate: { type: 'ISO 9001', title: 'Toy safety' },
    look: {
      badge: '{product}',
      social_icon: 'Facebook',
      social_link: 'https://www.facebook.com/kiteandkids.example',
      verified_text: 'A real Kite and Kids toy',
      description: 'Tested for little hands. Copies are not.',
      background_color: '#1f5f99',
      website: 'https://kiteandkids.example/harbour',
      button_text: 'Ways to play',
      product_details: 'Good to know',
    },
    story: {
      ops: [
        ...told('Fourteen pieces, a hundred harbours').ops,
        ...listed(['Stack the lighthouse', 'Sail the boats', 'Build a bridge that holds']),
      ],
    },
    scenes: ['sea', 'hills'],
    journey: {
      title: 'Checked three times',
      stations: [
        { title: 'Sanded', description: 'Every edge, by hand' },
        { title: 'Tested', description: 'Drop, pull and saliva tests, EN 71', scene: 'sea' },
        { title: 'Packed', description: 'Without plastic' },
      ],
    },
    shop: { url: 'https://kiteandkids.example/spare-parts', words: 'Find a spare part' },
  },
  {
    code: 'marea-salt',
    company: 'Marea Salinas Lda',
    brand: 'Marea',
    country: 'pt',
    product: {
      name: 'Marea Flor de Sal',
      sku: 'MA-FDS-125',
      facts: { Origin: 'Castro Marim', Harvest: 'Summer 2026', Method: 'By hand', 'Net weight': '125 g' },
    },
    palette: { pale: '#edf8f8', soft: '#b6dede', mid: '#4fa3a5', deep: '#11505a' },
    pack: 'tin',
    label: 'Flor de sal',
    certificate: { type: 'ISO 9001', title: 'Salt works' },
    look: {
      badge: 'EcoTag',
      social_icon: 'Instagram',
      social_link: 'https://www.instagram.com/marea.example',
      verified_text: 'Genuine Marea',
      description: 'Skimmed from the water at sunrise.',
      background_color: '#11505a',
      website: 'https://marea.example',
      button_text: 'How it is harvested',
      product_details: 'This tin',
    },
    story: told(
      'Only wind, sun and sea',
      'Flor de sal forms on still evenings. It is skimmed before the crystals sink, or it is lost.',
    ),
    scenes: ['sea', 'field'],
    journey: {
      title: 'One season',
      stations: [
        { title: 'Ponds filled', description: 'May 2026, with the spring tide', scene: 'sea' },
        { title: 'Skimmed', description: 'On 61 evenings' },
        { title: 'Dried in the sun', description: 'Five days, nothing added' },
      ],
    },
  },
]
