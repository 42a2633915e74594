import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { deviceClaimStates } from '#domain/device/claim-states.ts'
import { deviceClaim, type ClaimOrder } from './procedure.ts'
import { findPhotographs, openPhotograph, storyAad } from './store.ts'

/** Claims that wait for somebody: open ones, those whose date is next first. */
export async function openClaims(db: Db): Promise<ClaimOrder[]> {
  const open = await deviceClaim.findOpen(db, deviceClaimStates.states)
  return open
    .map(deviceClaim.read)
    .toSorted((a, b) => ((a.expected_on ?? '9') < (b.expected_on ?? '9') ? -1 : 1))
}

/** @throws RangeError for a number that no open claim has. */
export async function openClaim(db: Db, orderNo: string): Promise<ClaimOrder> {
  const found = (await openClaims(db)).find(({ order_no }) => order_no === orderNo)
  if (found === undefined) throw new RangeError(`There is no open claim ${orderNo}`)
  return found
}

/** What the desk reads before it decides: the member's words and pictures. */
export async function readClaim(db: Db, sealing: Sealing, claim: ClaimOrder) {
  const { contract_id: contractId, order_no: orderNo, details } = claim
  const rows = await findPhotographs(db, contractId, orderNo)
  const photographs = await Promise.all(
    rows.map(({ photograph_id: id }) => openPhotograph(db, sealing, contractId, id, 'whole')),
  )
  return { story: sealing.open(storyAad(details.claimId), details.storySealed), photographs }
}
