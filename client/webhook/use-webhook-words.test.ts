// @vitest-environment node
import { expect, test } from 'vitest'
import { titleOfWebhook } from './use-webhook-words.ts'

test.each([
  ['ERP', 'https://erp.example/hook', 'ERP'],
  ['', 'https://erp.example/', 'erp.example'],
  ['', 'https://erp.example/orders', 'erp.example/orders'],
  ['', 'https://erp.example/orders/3f9a2c71d04be865/x', 'erp.example/orders/3f9a2c71d04be865…'],
])('calls a webhook with the name "%s" at %s %s', (name, url, title) => {
  expect(titleOfWebhook({ name, url })).toBe(title)
})
