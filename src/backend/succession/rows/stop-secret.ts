import { hashSecret, newSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { SuccessionRow } from './successions.ts'

export const stopAad = (successionId: string) => `succession.stop:${successionId}`

/** A new secret that can stop this succession and nothing else, with the columns it is stored in. */
export function newStop(sealing: Sealing, successionId: string) {
  const secret = newSecret()
  return {
    secret,
    columns: {
      stop_hash: hashSecret(secret),
      stop_sealed: sealing.seal(stopAad(successionId), secret),
    },
  }
}

/** The same secret again, for the next message; a succession from before there were such links gets a new one. */
export function stopOf(
  sealing: Sealing,
  { succession_id: successionId, stop_sealed: sealed }: SuccessionRow,
): { readonly secret: string; readonly columns: Partial<SuccessionRow> } {
  return sealed === null
    ? newStop(sealing, successionId)
    : { secret: sealing.open(stopAad(successionId), sealed), columns: {} }
}
