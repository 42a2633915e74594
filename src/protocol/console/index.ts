import type { Api } from '#protocol/endpoint.ts'
import { itemReadApi } from './item-read.ts'
import { consoleAuditApi } from './audit.ts'
import { approvalApi } from './approval.ts'
import { consoleOutageApi } from './outage.ts'
import { queueApi } from './queue.ts'
import { accessApi } from './access.ts'
import { grantApi } from './grant.ts'
import { proofApi } from './proof.ts'
import { recordApi } from './record.ts'
import { staffApi } from './staff.ts'
import { ticketApi } from './ticket.ts'

/** Every operation of the staff's console. It is a wire of its own: the member web mounts none of it. */
export const consoleApi = {
  ...staffApi,
  ...consoleAuditApi,
  ...ticketApi,
  ...queueApi,
  ...itemReadApi,
  ...grantApi,
  ...proofApi,
  ...recordApi,
  ...accessApi,
  ...approvalApi,
  ...consoleOutageApi,
} satisfies Api
