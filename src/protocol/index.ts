import { contractApi } from './contract.ts'
import { dataApi } from './data.ts'
import type { Api } from './endpoint.ts'
import { lineApi } from './line.ts'
import { platformApi } from './platform.ts'

/** Every operation of the wire: the one index of the house. */
export const api = {
  ...platformApi,
  ...contractApi,
  ...dataApi,
  ...lineApi,
} satisfies Api
