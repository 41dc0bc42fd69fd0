import { headedText, type Showcase } from '#scripts/seed/showcase/brand.ts'

export const barakahDates: Showcase = {
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
    verified_text: 'A code from Barakah',
    description: 'Printed for a box that we packed in Madinah, certified halal for 2026.',
    background_color: '#6b3d16',
    website: 'https://barakah-dates.example',
    button_text: 'Our gardens',
    product_details: 'About these dates',
    customSKUName: 'Product',
    customSKU: 'Item number',
  },
  story: headedText(
    'A gift since 1974',
    'Three generations of our family tend the same 2 400 palms. The dates are sorted by hand, twice.',
  ),
  scenes: ['oasis', 'hills'],
  journey: {
    title: 'This box',
    stations: [
      { title: 'Harvested', description: 'August 2026', scene: 'oasis' },
      { title: 'Sorted by hand', description: 'Grade A, 26 mm and more' },
      { title: 'Certified', description: 'Halal, batch 2026-118' },
    ],
  },
  shop: { url: 'https://barakah-dates.example/gifts', words: 'Send it as a gift' },
}
