import { headedText, type Showcase } from '#scripts/seed/showcase/brand.ts'

export const wiesenhofHonig: Showcase = {
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
    verified_text: 'A code from Wiesenhof',
    description: 'Printed for honey with nothing added and nothing taken away.',
    background_color: '#f7dd92',
    website: 'https://wiesenhof.example',
    button_text: 'Visit the bees',
    product_details: 'In this jar',
  },
  story: {
    ops: [
      ...headedText('Why it crystallises').ops,
      { insert: 'Real honey turns firm with time. Warm the jar in water of at most 40 °C and it flows again.\n' },
      { insert: 'Heat above that takes away what the bees put in.' },
      { insert: '\n', attributes: { blockquote: true } },
    ],
  },
  scenes: ['hives', 'peaks'],
  journey: {
    title: 'One summer',
    stations: [
      { title: 'Hives carried up', description: '3 June 2026, to 1 400 m', scene: 'hives' },
      { title: 'Harvested', description: '22 July 2026, 41 hives' },
      { title: 'Filled cold', description: 'September 2026' },
    ],
  },
  map: 'https://www.openstreetmap.org/export/embed.html?bbox=12.9%2C47.1%2C13.3%2C47.35&layer=mapnik',
}
