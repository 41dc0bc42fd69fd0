import { bulletList, headedText, type Showcase } from '#scripts/seed/showcase/brand.ts'

export const nordhavnCoffee: Showcase = {
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
    verified_text: 'A code from Nordhavn',
    description: 'Printed for coffee that we roasted on the harbour. Drink it within six weeks.',
    background_color: '#4a2c1c',
    website: 'https://nordhavn.example/yirgacheffe',
    button_text: 'Brew guide',
    product_details: 'The beans',
    customSKU: 'Lot',
  },
  story: {
    ops: [
      ...headedText('Jasmine, bergamot, honey', 'Our lightest roast. Grind it just before you brew:').ops,
      ...bulletList([
        '15 g of coffee, 250 g of water at 94 °C',
        'Bloom for 40 seconds',
        'Finish in two minutes and a half',
      ]),
    ],
  },
  scenes: ['harbor', 'field'],
  journey: {
    title: 'The way of the lot',
    stations: [
      { title: 'Harvested', description: 'By 312 families of the Worka cooperative', scene: 'harbor' },
      { title: 'Arrived in Copenhagen', description: '12 October 2026, 38 bags' },
      { title: 'Roasted', description: '18 November 2026, by Freja' },
    ],
  },
}
