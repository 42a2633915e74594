import type { Api } from '#protocol/endpoint.ts'
import { itemReadApi } from './item-read.ts'
import { queueApi } from './queue.ts'
import { staffApi } from './staff.ts'
import { ticketApi } from './ticket.ts'

/** Every operation of the staff's console. It is a wire of its own: the member web mounts none of it. */
export const consoleApi = {
  ...staffApi,
  ...ticketApi,
  ...queueApi,
  ...itemReadApi,
} satisfies Api
