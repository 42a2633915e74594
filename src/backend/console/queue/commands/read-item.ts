import { readReview } from '#backend/account/public.ts'
import { showReview } from '#backend/application/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { deskStepsIn, openClaim, readClaim } from '#backend/device/public.ts'
import { RefusalError, notFound } from '#backend/refusal.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { showSuccession } from '#backend/succession/public.ts'
import { orderedLines, type HolderAnswers } from '#domain/application/answers.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import type { itemReadApi } from '#protocol/console/item-read.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { findListed, whoOn, type ItemKey } from '../queries/listed-item.ts'
import { caseOf } from '../queries/taken-items.ts'
import { fileOfItem } from '../queries/wire-row.ts'
import type { QueueDeps } from './decide-item.ts'
import type { StaffWho } from './run-act.ts'

/*
 * What is personal in an item, as its own area reads it. That somebody has seen it is written in the same transaction: no
 * note, no data.
 */

type Read<Name extends keyof typeof itemReadApi> = Promise<Answer<(typeof itemReadApi)[Name]>>

/** What the member's documents must show. @throws RefusalError QUEUE_ITEM_GONE */
export async function readIdentity(
  tx: Db,
  deps: QueueDeps,
  by: StaffWho,
  key: ItemKey,
): Read<'consoleIdentityReadPost'> {
  const { ref, who } = await findOf(tx, deps, key, by, 'identity-by-hand')
  const { compared, orderNo } = await readReview(tx, deps.sealing, ref)
  await recordNote(tx, who, { action: 'identity-check-read', target: orderNo })
  const { name, kana, birth, address } = compared
  return {
    name,
    kana,
    ...(birth !== undefined && { birth: tokyoDate(birth) }),
    ...(address !== undefined && { address }),
  }
}

/** What was typed in an application. @throws RefusalError QUEUE_ITEM_GONE */
export async function readApplication(
  tx: Db,
  deps: QueueDeps,
  by: StaffWho,
  key: ItemKey,
): Read<'consoleApplicationReadPost'> {
  const { ref, who } = await findOf(tx, deps, key, by, 'application-in-review')
  const answers = await showReview(tx, deps.sealing, ref, by.now, who)
  const { holder, plan } = answers
  return {
    ...(holder && { holder: personOf(holder) }),
    ...(plan !== undefined && { plan }),
    lines: orderedLines(answers).map(({ kind, size, by: source, number, user, birth }) => ({
      kind,
      size,
      by: source,
      number,
      user,
      birth,
    })),
  }
}

/** What the heir wrote, without the papers. @throws RefusalError QUEUE_ITEM_GONE */
export async function readSuccession(
  tx: Db,
  deps: QueueDeps,
  by: StaffWho,
  key: ItemKey,
): Read<'consoleSuccessionReadPost'> {
  const { ref: orderNo, who } = await findOf(tx, deps, key, by, 'successions')
  const asked = { orderNo, takesPapers: false, now: by.now, by: who }
  const { told: shown, papers } = await showSuccession(tx, deps.sealing, asked)
  const { deceased, heir, heirAlready } = shown
  return {
    request: shown.wish,
    contractId: shown.contract,
    identity: shown.identity,
    deceased: {
      kana: `${deceased.lastNameKana} ${deceased.firstNameKana}`,
      birth: deceased.birth,
      diedOn: deceased.diedOn,
      phone: deceased.phone,
      relation: deceased.relation,
    },
    ...(heir && { heir: personOf(heir) }),
    ...(heirAlready && { heirAlready }),
    papers,
  }
}

/** One of the papers; that they were taken out is what a decision by them asks for. @throws RefusalError QUEUE_ITEM_GONE, NOT_FOUND */
export async function takeOutPaper(
  tx: Db,
  deps: QueueDeps,
  by: StaffWho,
  { paper, ...key }: ItemKey & { readonly paper: number },
): Read<'consoleSuccessionPaperGet'> {
  const { ref: orderNo, who } = await findOf(tx, deps, key, by, 'successions')
  const asked = { orderNo, takesPapers: true, now: by.now, by: who }
  const file = (await showSuccession(tx, deps.sealing, asked)).files[paper - 1]
  if (file === undefined) throw notFound()
  return fileOfItem(file.name, file.bytes)
}

/** What the member wrote of a device, and what the desk can say of it. @throws RefusalError QUEUE_ITEM_GONE */
export async function readClaimItem(
  tx: Db,
  deps: QueueDeps,
  by: StaffWho,
  key: ItemKey,
): Read<'consoleClaimReadPost'> {
  const { claim, story, photographs } = await openedClaim(tx, deps, by, key)
  const { deviceName, cause, happenedOn } = claim.details
  return {
    deviceName,
    cause,
    happenedOn,
    story,
    photographs: photographs.length,
    steps: deskStepsIn(claim.state),
  }
}

/** One of the photographs. @throws RefusalError QUEUE_ITEM_GONE, NOT_FOUND */
export async function takeOutPhotograph(
  tx: Db,
  deps: QueueDeps,
  by: StaffWho,
  { photograph, ...key }: ItemKey & { readonly photograph: number },
): Read<'consoleClaimPhotographGet'> {
  const { claim, photographs } = await openedClaim(tx, deps, by, key)
  const bytes = photographs[photograph - 1]
  if (bytes === undefined) throw notFound()
  return fileOfItem(`${claim.order_no}-${photograph}.jpg`, bytes)
}

async function openedClaim(tx: Db, deps: QueueDeps, by: StaffWho, key: ItemKey) {
  const { ref, who } = await findOf(tx, deps, key, by, 'device-claims')
  const claim = await openClaim(tx, ref)
  await recordNote(tx, who, { action: 'device-claim-read', target: ref })
  return { claim, ...(await readClaim(tx, deps.sealing, claim)) }
}

/** The item, of the kind that the operation reads, and who reads it: with the case it lies in, which the member's page names. */
async function findOf(tx: Db, deps: QueueDeps, key: ItemKey, by: StaffWho, kind: string) {
  if (key.item !== kind) throw new RefusalError('QUEUE_ITEM_GONE')
  const item = await findListed(tx, deps, key, by)
  const caseNo = await caseOf(tx, item)
  return { ref: item.ref, who: { ...whoOn(item, by), ...(caseNo !== undefined && { caseNo }) } }
}

const personOf = (holder: HolderAnswers) => ({
  name: `${holder.lastName} ${holder.firstName}`,
  kana: `${holder.lastNameKana} ${holder.firstNameKana}`,
  birth: holder.birth,
  address: `${holder.region}${holder.locality}${holder.street}`,
  phone: holder.phone,
})
