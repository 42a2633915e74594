import { storedSeal, storedSeals } from '#outside/seal-store.ts'
import type { SealStorePort } from '#backend/ports/seal-store.ts'
import { callOutside, requireOwn, type OutsideOptions } from './outside-call.ts'

/** Speaks docs/outside-systems.md section 5 over HTTP. */
export const createSealStore = (options: OutsideOptions): SealStorePort => ({
  put: (seal) =>
    callOutside(
      options,
      { method: 'PUT', path: `/seals/${seal.number}`, body: seal },
      async (answer) => requireOwn(storedSeal.parse(await answer.json()), seal),
    ),
  after: (number) =>
    callOutside(options, { method: 'GET', path: `/seals?after=${number}` }, async (answer) => {
      const { seals } = storedSeals.parse(await answer.json())
      return seals
    }),
})
