import { cancellationApi } from './cancellation.ts'
import { contractApi } from './contract.ts'
import { dataApi } from './data.ts'
import { deadlineApi } from './deadline.ts'
import type { Api } from './endpoint.ts'
import { identityApi } from './identity.ts'
import { lineApi } from './line.ts'
import { orderApi } from './order.ts'
import { planSizeApi } from './plan-size.ts'
import { platformApi } from './platform.ts'
import { portOutApi } from './port-out.ts'
import { simApi } from './sim.ts'

/** Every operation of the wire: the one index of the house. */
export const api = {
  ...platformApi,
  ...contractApi,
  ...simApi,
  ...cancellationApi,
  ...dataApi,
  ...lineApi,
  ...planSizeApi,
  ...portOutApi,
  ...orderApi,
  ...identityApi,
  ...deadlineApi,
} satisfies Api
