import type { Showcase } from './brand.ts'

/** The content of the demo merchant's page for its black tea. */
export const highland: Pick<
  Showcase,
  'brand' | 'palette' | 'look' | 'story' | 'scenes' | 'journey' | 'shop' | 'video' | 'map'
> = {
  brand: 'Highland Tea',
  palette: { pale: '#f3f6ec', soft: '#cfdcc0', mid: '#6f9560', deep: '#24452f' },
  look: {
    badge: '{product}',
    social_icon: 'Instagram',
    social_link: 'https://www.instagram.com/highlandtea.example',
    verified_text: 'A code from Highland Tea',
    description: 'Printed for tea that we picked by hand in the Cameron Highlands.',
    background_color: '#24452f',
    website: 'https://highland-tea.example/black',
    button_text: 'How to brew it',
    product_details: 'In this packet',
    customSKUName: 'Tea',
    customSKU: 'Article',
    breakLineChar: '|',
  },
  story: {
    ops: [
      { insert: 'Two leaves and a bud' },
      { insert: '\n', attributes: { header: 2 } },
      { insert: 'Our pickers take only the ' },
      { insert: 'youngest', attributes: { italic: true } },
      { insert: ' leaves, every seven days, and never when it rains.\n' },
      { insert: '3 g of tea, 200 ml of water' },
      { insert: '\n', attributes: { list: 'ordered' } },
      { insert: '95 °C, three minutes' },
      { insert: '\n', attributes: { list: 'ordered' } },
      { insert: 'A second infusion, five minutes' },
      { insert: '\n', attributes: { list: 'ordered' } },
    ],
  },
  scenes: ['terraces', 'hills'],
  journey: {
    title: 'From the garden',
    stations: [
      { title: 'Picked', description: 'September 2026, garden 4, Brinchang', scene: 'terraces' },
      { title: 'Withered and rolled', description: 'Fourteen hours' },
      { title: 'Packed', description: 'In the garden, within a week' },
    ],
  },
  shop: { url: 'https://highland-tea.example/shop', words: 'Open the shop' },
  video: {
    title: 'A morning in the garden',
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    description: 'Two minutes with the pickers of garden 4.',
  },
}
