import { bulletList, headedText, type Showcase } from '#scripts/seed/showcase/brand.ts'

export const kiteAndKids: Showcase = {
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
    verified_text: 'A code from Kite and Kids',
    description: 'Printed for one toy. Compare yours with our photos.',
    background_color: '#1f5f99',
    website: 'https://kiteandkids.example/harbour',
    button_text: 'Ways to play',
    product_details: 'Good to know',
  },
  story: {
    ops: [
      ...headedText('Fourteen pieces, a hundred harbours').ops,
      ...bulletList(['Stack the lighthouse', 'Sail the boats', 'Build a bridge that holds']),
    ],
  },
  scenes: ['kites', 'sea'],
  journey: {
    title: 'Checked three times',
    stations: [
      { title: 'Sanded', description: 'Every edge, by hand' },
      { title: 'Tested', description: 'Drop, pull and saliva tests, EN 71', scene: 'kites' },
      { title: 'Packed', description: 'Without plastic' },
    ],
  },
  shop: { url: 'https://kiteandkids.example/spare-parts', words: 'Find a spare part' },
}
