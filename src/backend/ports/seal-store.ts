import type { CarrierAnswer } from './carrier.ts'

/** A seal as the store outside keeps it: nothing of it says anything about anybody. */
export type StoredSeal = { readonly number: number; readonly digest: string }

/** An append-only store outside the database, run by somebody who cannot change the database (docs/outside-systems.md). */
export type SealStorePort = {
  /** The same number with the same digest may come again; with another it is refused (`DIFFERS`). */
  readonly put: (seal: StoredSeal) => Promise<CarrierAnswer<StoredSeal>>
  /** In the order of their numbers. */
  readonly after: (number: number) => Promise<CarrierAnswer<readonly StoredSeal[]>>
}
