import { headedText, type Showcase } from '#scripts/seed/showcase/brand.ts'

export const aurumWatch: Showcase = {
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
    verified_text: 'The code of an Aurum',
    description: 'We sealed this code inside the case back of a Meridian 38. Compare yours with our photos.',
    background_color: '#1b2438',
    website: 'https://aurum.example/meridian',
    button_text: 'Register your warranty',
    product_details: 'Your watch',
    customSKUName: 'Model',
    customSKU: 'Reference',
  },
  story: headedText(
    'One watchmaker, one watch',
    'Every Meridian is assembled from the first screw to the last by a single watchmaker, who signs the inside of the case.',
  ),
  scenes: ['movement', 'peaks'],
  journey: {
    title: 'In the atelier',
    stations: [
      { title: 'Movement assembled', description: '148 parts, three days' },
      { title: 'Fifteen days of observation', description: 'Five positions, three temperatures', scene: 'movement' },
      { title: 'Signed', description: 'By its watchmaker, Le Locle' },
    ],
  },
  video: {
    title: 'How a Meridian is made',
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    description: 'Three minutes in our atelier.',
  },
}
