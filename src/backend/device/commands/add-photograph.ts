import { createHash } from 'node:crypto'
import { loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { takesPhotographs } from '#domain/device/claim-states.ts'
import { MOST_BYTES, MOST_PHOTOGRAPHS } from '#domain/device/photograph.ts'
import { deviceClaim } from '../procedure.ts'
import { redrawPhotograph } from '../queries/photograph.ts'
import { deletePhotograph, findPhotograph, findPhotographs, insertPhotograph } from '../rows.ts'

/**
 * Adds a picture to a claim. It is drawn anew before the transaction begins; whether the claim takes it is checked before,
 * so that no picture is decoded in vain, and again inside.
 */
export async function addPhotograph(
  { database, sealing }: Pick<ProcedureDeps, 'database' | 'sealing'>,
  who: Who,
  orderNo: string,
  given: Uint8Array,
): Promise<void> {
  if (given.byteLength === 0) throw new RefusalError('PHOTOGRAPH_MISSING')
  if (given.byteLength > MOST_BYTES) throw new RefusalError('PHOTOGRAPH_TOO_LARGE')
  const { contractId, now } = who
  const givenIndex = sealing.index(
    'claim-photograph',
    createHash('sha256').update(given).digest('hex'),
  )
  if (await isThere(database.db, contractId, orderNo, givenIndex)) return
  const redrawn = await redrawPhotograph(given)
  await database.db.transaction().execute(async (tx) => {
    await loadContract(tx, contractId, { lock: true })
    if (await isThere(tx, contractId, orderNo, givenIndex)) return
    const last = (await findPhotographs(tx, contractId, orderNo)).at(-1)
    const photographId = newId('pho')
    await insertPhotograph(tx, sealing, {
      contract_id: contractId,
      photograph_id: photographId,
      order_no: orderNo,
      position: (last?.position ?? 0) + 1,
      given_index: givenIndex,
      taken_in_at: now,
      ...redrawn,
    })
    await recordNote(tx, who, {
      action: 'claim-photograph-added',
      target: photographId,
      details: { orderNo },
    })
  })
}

/**
 * Whether the same file is there already; sent twice it is stored once.
 * @throws RefusalError NOT_FOUND for another member's claim, or where no further picture is taken
 */
async function isThere(db: Db, contractId: string, orderNo: string, givenIndex: string) {
  const claim = await deviceClaim.find(db, { contractId, orderNo })
  if (!takesPhotographs(claim.state)) throw new RefusalError('CLAIM_TAKES_NO_PHOTOGRAPHS')
  const known = await findPhotographs(db, contractId, orderNo)
  if (known.some(({ given_index }) => given_index === givenIndex)) return true
  if (known.length >= MOST_PHOTOGRAPHS) throw new RefusalError('PHOTOGRAPH_LIMIT_REACHED')
  return false
}

export async function removePhotograph(tx: Db, who: Who, photographId: string) {
  const { contractId } = who
  const { order_no: orderNo } = await findPhotograph(tx, contractId, photographId)
  await loadContract(tx, contractId, { lock: true })
  const claim = await deviceClaim.find(tx, { contractId, orderNo })
  if (!takesPhotographs(claim.state)) throw new RefusalError('CLAIM_TAKES_NO_PHOTOGRAPHS')
  await deletePhotograph(tx, contractId, photographId)
  await recordNote(tx, who, { action: 'claim-photograph-removed', target: photographId })
  return { orderNo }
}
