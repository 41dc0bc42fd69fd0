import { headedText, type Showcase } from '#scripts/seed/showcase/brand.ts'

export const mareaSalt: Showcase = {
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
    verified_text: 'A code from Marea',
    description: 'Printed for salt that we skimmed from the water at sunrise.',
    background_color: '#11505a',
    website: 'https://marea.example',
    button_text: 'How it is harvested',
    product_details: 'This tin',
  },
  story: headedText(
    'Only wind, sun and sea',
    'Flor de sal forms on still evenings. It is skimmed before the crystals sink, or it is lost.',
  ),
  scenes: ['saltpans', 'sea'],
  journey: {
    title: 'One season',
    stations: [
      { title: 'Ponds filled', description: 'May 2026, with the spring tide', scene: 'saltpans' },
      { title: 'Skimmed', description: 'On 61 evenings' },
      { title: 'Dried in the sun', description: 'Five days, nothing added' },
    ],
  },
}
