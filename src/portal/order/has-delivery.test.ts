import { expect, test } from 'vitest'
import { hasDelivery } from './has-delivery.ts'

test('SIMカードを届けるのは、カードの回線があるときだけで、eSIMと譲り受ける回線には届けない', () => {
  expect(hasDelivery([{ size: 'nano', by: 'new' }])).toBe(true)
  expect(hasDelivery([{ size: 'esim' }, { size: 'micro' }])).toBe(true)
  expect(hasDelivery([{ size: 'esim', by: 'new' }])).toBe(false)
  expect(hasDelivery([{ size: 'nano', by: 'handover' }])).toBe(false)
})
