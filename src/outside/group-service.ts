import { z } from 'zod'
import type { OutsideSystem } from './operation.ts'
import { instant, orderId } from './words.ts'

export const groupService = z.enum(['public-wifi', 'magazines'])
export const groupMemberRef = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
export const serviceSwitch = z.strictObject({ orderId, on: z.boolean() })

export const switchedService = z.object({
  orderId: z.string(),
  effectiveAt: instant,
  activation: z
    .record(z.string(), z.string().max(500))
    .optional()
    .meta({ description: 'What the member begins with: id, password, url; or code, url' }),
})

export const groupServices = {
  name: 'group-services',
  title: 'Services of the group',
  description: 'Public Wi-Fi and magazines, switched on and off for a member.',
  operations: {
    switch: {
      method: 'PUT',
      path: '/{service}/{memberRef}',
      summary: 'Switches a service on or off',
      isSecret: true,
      parameters: z.object({ service: groupService, memberRef: groupMemberRef }),
      body: serviceSwitch,
      answers: { 200: { schema: switchedService } },
      refusals: { 400: ['MALFORMED'], 409: ['ORDER_ID_REUSED'], 422: ['SERVICE_REFUSED'] },
    },
  },
} as const satisfies OutsideSystem
