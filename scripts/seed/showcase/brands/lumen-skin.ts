import { headedText, type Showcase } from '#scripts/seed/showcase/brand.ts'

export const lumenSkin: Showcase = {
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
    verified_text: 'A code from Lumen',
    description: 'Printed in our laboratory in Lyon, for a bottle that we filled in September.',
    background_color: '#f0d5d3',
    website: 'https://lumen-skin.example/night',
    button_text: 'Your evening routine',
    hideLink: true,
    product_details: 'What is inside',
    breakLineChar: ';',
  },
  story: {
    ops: [
      ...headedText('Three drops, every night').ops,
      { insert: 'Cleanse, wait a minute, then press three drops into the skin. ' },
      { insert: 'New to bakuchiol?', attributes: { bold: true } },
      { insert: ' Begin with every second night.\n' },
    ],
  },
  scenes: ['petals', 'sea'],
  journey: {
    title: 'Batch LN-2609',
    stations: [
      { title: 'Blended', description: '9 September 2026, Lyon' },
      { title: 'Tested', description: 'By an independent laboratory, 64 days of stability' },
      { title: 'Filled and sealed', description: 'If the seal is broken, do not use it' },
    ],
  },
  shop: { url: 'https://lumen-skin.example/refills', words: 'Order a refill' },
}
