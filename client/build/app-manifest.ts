import type { ManifestOptions } from 'vite-plugin-pwa'
import { receivedPath, shareField, sharePath } from '#client/core/files/received-file.ts'

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

/** Lists of codes, with the types that mail and chat programs give to them. */
const listTypes = { 'text/csv': ['.csv'], 'text/plain': ['.txt'] }

/** The web app manifest of the console. https://www.w3.org/TR/manifest-app-info/ */
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
  // A file or a shortcut opens in the window that is there: the page asks before it leaves unsaved input.
  launch_handler: { client_mode: ['focus-existing', 'auto'] },
  share_target: {
    action: sharePath,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      files: [{ name: shareField, accept: Object.entries(listTypes).flatMap(([type, names]) => [type, ...names]) }],
    },
  },
  file_handlers: [{ action: receivedPath, accept: listTypes }],
  shortcuts: [
    { name: 'Scan codes to activate', short_name: 'Scan', url: '/activatecode?scan=1' },
    { name: 'New submission', url: '/submission?new=1' },
  ],
  screenshots: [
    screenshot('phone', '390x844', 'narrow', 'Activate codes'),
    screenshot('desktop', '1440x900', 'wide', 'Generate codes'),
  ],
}
