import type { ManifestOptions } from 'vite-plugin-pwa'

const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/images/icon-${purpose === 'any' ? size : 'maskable'}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})
const screenshot = (name: string, sizes: string, form_factor: 'narrow' | 'wide', label: string) => ({
  src: `/images/screenshot-${name}.png`,
  sizes,
  type: 'image/png',
  form_factor,
  label,
})

/** The web app manifest of the console. */
export const appManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Assay',
  short_name: 'Assay',
  description: 'Brand protection a brand can run itself.',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f3f0e8',
  theme_color: '#f3f0e8',
  categories: ['business', 'productivity'],
  icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  screenshots: [
    screenshot('phone', '390x844', 'narrow', 'Activate codes'),
    screenshot('desktop', '1440x900', 'wide', 'Generate codes'),
  ],
}
