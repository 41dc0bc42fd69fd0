import { bulletList, headedText, type Showcase } from '#scripts/seed/showcase/brand.ts'

export const olivarDelSur: Showcase = {
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
    verified_text: 'A code from Olivar del Sur',
    description: 'Printed for oil that we pressed within four hours of picking, in our own mill.',
    background_color: '#4b5320',
    website: 'https://olivar-del-sur.example/early-harvest',
    button_text: 'Meet the grove',
    product_details: 'In this bottle',
    customSKUName: 'Oil',
    breakLineChar: '|',
  },
  story: {
    ops: [
      ...headedText(
        'Four hours, no more',
        'The first olives of October give little oil, and the best: green, peppery, alive.',
      ).ops,
      ...bulletList(['Store it away from light', 'Best within 18 months', 'For bread, tomatoes and grilled fish']),
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
}
